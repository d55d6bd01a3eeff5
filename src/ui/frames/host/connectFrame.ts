import {
  FORWARDED_KEYS,
  FRAME_REQUESTS,
  type FrameMessage,
  type FrameState,
  type HostMessage,
  PROTOCOL,
  type WelcomeMessage,
} from '../../../frame/protocol.ts';
import { isValueObject } from '../../form/values.ts';
import { checkedValue } from '../request/checkedValue.ts';
import { FrameRefusal } from '../request/FrameRefusal.ts';
import { createMessageBudget } from './messageBudget.ts';

type MessageOf<T extends FrameMessage['type']> = Extract<FrameMessage, { readonly type: T }>;
/** A request of a frame, whose input is JSON and not too large. */
export type ReadRequest = Pick<MessageOf<'request'>, 'name' | 'input'>;

/** Why a frame cannot be used. */
export type FrameFailure = 'silent' | 'moved' | 'flooding' | 'thieving' | 'version';

export interface FrameListeners {
  /** The frame is connected: it may be shown. */
  onReady(): void;
  onFailure(failure: FrameFailure): void;
  /** @throws FrameRefusal if the frame does not get what it asks for */
  onRequest(request: ReadRequest): unknown;
  onResize(height: number): void;
  onLeave(to: MessageOf<'leave'>['to']): void;
  onKey(message: MessageOf<'key'>): void;
}

interface ConnectOptions extends FrameListeners {
  /** The window of the frame. */
  frame: () => Pick<Window, 'postMessage'> | null;
  /** The window that the frame says hello to. */
  readonly host: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  /** The fragment of the frame's address. */
  readonly nonce: string;
  /** All that the frame knows at first. */
  state(): FrameState;
}

export interface FrameConnection {
  /** Tells the frame what has changed. */
  tell(state: Partial<FrameState>): void;
  /** To be called whenever the frame has loaded a page. */
  noteLoad(): void;
  close(): void;
}

/** How long the page of a frame has to say hello, once it is loaded. */
const PATIENCE_MS = 5000;
/** A message that is none costs as much as this many. */
const WRONG_MESSAGE = 10;
/** And a value that is not JSON, or too large to be looked at, as this many. */
const UNUSABLE_VALUE = 60;
const CHARACTERS_A_MESSAGE = 10_000;
/** How many requests of a frame may be open. */
const MOST_OPEN = 16;

/** Newer versions understand the messages of older ones. */
const isKnownVersion = (version: unknown): boolean =>
  typeof version === 'number' && Number.isInteger(version) && version >= 1 && version <= PROTOCOL;

/**
 * The host's side of a frame. The frame says hello to this window, which hands over a port after it has made sure of the
 * sender and the nonce. Whatever comes in is counted before it is looked at, and looked at before it is used.
 */
export function connectFrame({ frame, host, nonce, state, ...listeners }: ConnectOptions): FrameConnection {
  const budget = createMessageBudget();
  let port: MessagePort | undefined;
  let loads = 0;
  let open = 0;
  let patience: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  function close(): void {
    isClosed = true;
    clearTimeout(patience);
    host.removeEventListener('message', hear as EventListener);
    port?.close();
  }
  function fail(failure: FrameFailure): void {
    if (isClosed) return;
    close();
    listeners.onFailure(failure);
  }
  const send = (message: HostMessage): void => {
    if (!isClosed) port?.postMessage(message);
  };

  function hear({ source, data }: MessageEvent<unknown>): void {
    if (source === null || source !== frame()) return;
    if (!budget.spend()) fail('flooding');
    else if (!port && isValueObject(data) && data['type'] === 'hello' && data['nonce'] === nonce) greet(data['quire']);
  }

  function greet(version: unknown): void {
    if (!isKnownVersion(version)) {
      fail('version');
      return;
    }
    clearTimeout(patience);
    const channel = new MessageChannel();
    port = channel.port1;
    port.onmessage = (event: MessageEvent<unknown>) => (budget.spend() ? receive(event.data) : fail('flooding'));
    const welcome: WelcomeMessage = { quire: PROTOCOL, type: 'welcome', nonce };
    // The origin of a sandboxed frame has no name. Its window is known, and only a page of its own extension knows the nonce.
    frame()?.postMessage(welcome, '*', [channel.port2]);
    send({ type: 'state', state: state() });
    listeners.onReady();
  }

  function receive(data: unknown): void {
    const message = readMessage(data);
    if (!message) spendOrFail(WRONG_MESSAGE);
    else if (message.type === 'resize') listeners.onResize(message.height);
    else if (message.type === 'leave') listeners.onLeave(message.to);
    else if (message.type === 'key') listeners.onKey(message);
    else void answer(message);
  }

  function spendOrFail(messages: number): void {
    if (!budget.spend(messages)) fail('flooding');
  }

  /** @throws FrameRefusal if the input cannot be used */
  function readInput(input: unknown): unknown {
    try {
      const { value, size } = checkedValue(input);
      spendOrFail(Math.floor(size / CHARACTERS_A_MESSAGE));
      return value;
    } catch (error) {
      spendOrFail(UNUSABLE_VALUE);
      throw error;
    }
  }

  async function answer({ id, name, input }: MessageOf<'request'>): Promise<void> {
    open += 1;
    try {
      if (open > MOST_OPEN) throw new FrameRefusal('busy');
      const read = readInput(input);
      if (!isClosed) send({ type: 'answer', id, value: await listeners.onRequest({ name, input: read }) });
    } catch (error) {
      const code = error instanceof FrameRefusal ? error.code : 'failed';
      send({ type: 'refusal', id, code, message: error instanceof Error ? error.message : String(error) });
    } finally {
      open -= 1;
    }
  }

  host.addEventListener('message', hear as EventListener);
  return {
    close,
    tell: (changes) => send({ type: 'state', state: changes }),
    noteLoad() {
      loads += 1;
      // Whatever a frame shows after its own page has not said hello.
      if (loads > 1) fail('moved');
      else if (!port) patience = setTimeout(() => fail('silent'), PATIENCE_MS);
    },
  };
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/** How each message of a frame is read; null for what is none. */
const READERS: Readonly<
  Record<FrameMessage['type'], (data: Readonly<Record<string, unknown>>) => FrameMessage | null>
> = {
  request({ id, name, input }) {
    const known = FRAME_REQUESTS.find((one) => one === name);
    return known && isId(id) ? { type: 'request', id, name: known, input } : null;
  },
  resize: ({ height }) =>
    typeof height === 'number' && Number.isFinite(height) && height >= 0 ? { type: 'resize', height } : null,
  leave: ({ to }) => (to === 'before' || to === 'after' ? { type: 'leave', to } : null),
  key({ key, isShifted }) {
    const known = FORWARDED_KEYS.find((one) => one === key);
    return known ? { type: 'key', key: known, isShifted: isShifted === true } : null;
  },
};

/** A message of a frame as it is documented, without anything else that it holds; null if it is none. */
function readMessage(data: unknown): FrameMessage | null {
  if (!isValueObject(data) || typeof data['type'] !== 'string' || !Object.hasOwn(READERS, data['type'])) return null;
  return READERS[data['type'] as FrameMessage['type']](data);
}
