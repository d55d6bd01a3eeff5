import type { Frame } from './types.ts';

/** The version of the messages, which the first message of a frame names. Later versions keep understanding this one. */
export const PROTOCOL = 1;

/** The first message of a frame, to the window around it. The nonce is the fragment of the frame's address. */
export interface HelloMessage {
  readonly quire: number;
  readonly type: 'hello';
  readonly nonce: string;
}

/** The answer to the first message, with a port for all others. */
export interface WelcomeMessage {
  readonly quire: number;
  readonly type: 'welcome';
  readonly nonce: string;
}

/** What a frame knows of the interface around it. */
export interface FrameState extends Pick<Frame, 'value' | 'record' | 'locale' | 'language' | 'isReadOnly' | 'theme'> {
  /** Whether the keys for undo and redo act on a form around the frame. */
  readonly hasHistory: boolean;
}

/** A message to a frame. */
export type HostMessage =
  | { readonly type: 'state'; readonly state: Partial<FrameState> }
  | { readonly type: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly type: 'refusal'; readonly id: number; readonly code: string; readonly message: string };

export const FRAME_REQUESTS = ['propose', 'pickPage', 'pickMedia', 'confirm', 'notify', 'call'] as const;
export type FrameRequest = (typeof FRAME_REQUESTS)[number];

/** The keys that act on the interface around a frame: undo, redo, save, find. */
export const FORWARDED_KEYS = ['z', 'y', 's', 'k'] as const;
export type ForwardedKey = (typeof FORWARDED_KEYS)[number];

/** A message of a frame. */
export type FrameMessage =
  | { readonly type: 'request'; readonly id: number; readonly name: FrameRequest; readonly input: unknown }
  | { readonly type: 'resize'; readonly height: number }
  | { readonly type: 'leave'; readonly to: 'before' | 'after' }
  | { readonly type: 'key'; readonly key: ForwardedKey; readonly isShifted: boolean };
