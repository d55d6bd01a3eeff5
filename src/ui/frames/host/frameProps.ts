import type { ReactNode } from 'react';
import type { FrameState } from '../../../frame/protocol.ts';
import type { FrameFailure } from './connectFrame.ts';

/** A frame of an extension, as the server lists it. */
export interface FrameAddress {
  readonly extension: string;
  readonly url: string;
  /** In CSS pixels, until the frame asks for another. */
  readonly height: number;
}

export interface FrameHostProps {
  readonly source: FrameAddress;
  /** Its name for those who cannot see it. */
  readonly title: string;
  /** What the frame is told, beside language and theme. It is told of a change when a part is another object. */
  readonly state: Omit<FrameState, 'language' | 'theme'>;
  /** Takes a proposed value. @throws FrameRefusal */
  propose?(field: string | undefined, value: unknown): void;
  /** Shown in place of a frame that cannot be used. */
  failed(failure: FrameFailure, retry: () => void): ReactNode;
  /** Puts the frame into what belongs to it; by default it stands alone. */
  around?(frame: ReactNode): ReactNode;
  /** How far the frame may grow. */
  readonly maxHeight?: number;
  /** Whether it fills the height of the window. */
  readonly isTall?: boolean;
}
