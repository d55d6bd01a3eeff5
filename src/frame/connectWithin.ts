import {
  FORWARDED_KEYS,
  type ForwardedKey,
  type FrameMessage,
  type FrameRequest,
  type FrameState,
  type HelloMessage,
  type HostMessage,
  PROTOCOL,
  type WelcomeMessage,
} from './protocol.ts';
import type { Frame, FrameError } from './types.ts';

/** The window of a frame. */
export type FrameScope = Pick<Window, 'parent' | 'location' | 'document' | 'addEventListener' | 'removeEventListener'>;

const NONCE = /^#quire=([\w-]+)$/;

/** As `connect`, in the given window. */
export async function connectWithin<V>(scope: FrameScope): Promise<Frame<V>> {
  const nonce = NONCE.exec(scope.location.hash)?.[1];
  if (nonce === undefined) throw new Error('This page is in no frame of Quire');
  const port = await openPort(scope, nonce);
  const requests = createRequests(port);
  const values = new Set<(value: V | undefined) => void>();
  const changes = new Set<() => void>();
  // The first message holds all of it.
  const state = await new Promise<FrameState>((resolve) => {
    let known: FrameState | undefined;
    port.onmessage = ({ data }: MessageEvent<HostMessage>) => {
      if (data.type !== 'state') return requests.settle(data);
      known = Object.assign(known ?? {}, data.state) as FrameState;
      showTheme(scope.document, known);
      resolve(known);
      if ('value' in data.state) for (const listener of values) listener(known.value as V | undefined);
      if (Object.keys(data.state).some((name) => name !== 'value')) for (const listener of changes) listener();
    };
  });
  const send = (message: FrameMessage): void => port.postMessage(message);
  listenForKeys(scope, {
    leave: (to) => send({ type: 'leave', to }),
    isForwarded: (key) => state.hasHistory || FORWARDED_KEYS.indexOf(key) > 1,
    forward: (key, isShifted) => send({ type: 'key', key, isShifted }),
  });
  const listenIn =
    <L>(listeners: Set<L>) =>
    (listener: L) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    };
  return {
    get value() {
      return state.value as V | undefined;
    },
    get record() {
      return state.record;
    },
    get locale() {
      return state.locale;
    },
    get language() {
      return state.language;
    },
    get isReadOnly() {
      return state.isReadOnly;
    },
    get theme() {
      return state.theme;
    },
    onValue: listenIn(values),
    onChange: listenIn(changes),
    setValue(value) {
      Object.assign(state, { value });
      return requests.propose(undefined, value);
    },
    setField: (name, value) => requests.propose(name, value),
    pickPage: (options = {}) => requests.ask('pickPage', options),
    pickMedia: (options = {}) => requests.ask('pickMedia', options),
    confirm: (question) => requests.ask('confirm', question),
    notify: (text, options) => requests.ask('notify', { text, ...options }),
    resize: (height = scope.document.documentElement.getBoundingClientRect().height) =>
      send({ type: 'resize', height: Math.ceil(height) }),
    call: (path, options) => requests.ask('call', { path, ...options }),
  };
}

/** Says hello to the window around the frame, which hands over a port. Nothing but that window is listened to. */
function openPort(scope: FrameScope, nonce: string): Promise<MessagePort> {
  const { parent, location } = scope;
  return new Promise((resolve) => {
    const receive = ({ source, data, ports: [port] }: MessageEvent<Partial<WelcomeMessage> | null>): void => {
      if (source !== parent || data?.type !== 'welcome' || data.nonce !== nonce || !port) return;
      scope.removeEventListener('message', receive);
      resolve(port);
    };
    scope.addEventListener('message', receive);
    const hello: HelloMessage = { quire: PROTOCOL, type: 'hello', nonce };
    // The frame's own origin is like no other; that of its address is the interface's.
    parent.postMessage(hello, location.origin);
  });
}

type SettledMessage = Exclude<HostMessage, { readonly type: 'state' }>;

/** What is asked of the interface, until it is answered. */
function createRequests(port: MessagePort) {
  const open = new Map<number, { resolve(value: unknown): void; reject(error: FrameError): void }>();
  let lastId = 0;

  function ask<T>(name: FrameRequest, input: unknown): Promise<T> {
    return new Promise<unknown>((resolve, reject) => {
      lastId += 1;
      port.postMessage({ type: 'request', id: lastId, name, input } satisfies FrameMessage);
      open.set(lastId, { resolve, reject });
    }) as Promise<T>;
  }

  /** The proposed values that wait, and the last proposal, by field. */
  const latest = new Map<string | undefined, unknown>();
  const sent = new Map<string | undefined, Promise<void>>();

  return {
    ask,
    /** A value waits until the one before is answered, and takes the place of others that wait. */
    propose(field: string | undefined, value: unknown): Promise<void> {
      latest.set(field, value);
      const send = async (): Promise<void> => {
        if (!latest.has(field)) return;
        const next = latest.get(field);
        latest.delete(field);
        await ask('propose', { field, value: next });
      };
      const before = sent.get(field);
      const proposed = before ? before.then(send, send) : send();
      sent.set(field, proposed);
      return proposed;
    },
    settle(message: SettledMessage): void {
      const asked = open.get(message.id);
      open.delete(message.id);
      if (message.type === 'answer') asked?.resolve(message.value);
      else asked?.reject(Object.assign(new Error(message.message), { code: message.code }) satisfies FrameError);
    },
  };
}

/** Gives the page of a frame the language, colours and lengths of the interface, as CSS variables (`--quire-text`). */
function showTheme({ documentElement: root }: Document, { language, theme }: FrameState): void {
  root.lang = language;
  root.style.colorScheme = theme.scheme;
  root.dataset['scheme'] = theme.scheme;
  const { colors, font, fontSize, radius } = theme;
  for (const [name, value] of Object.entries({ ...colors, font, 'font-size': fontSize, radius }))
    root.style.setProperty(`--quire-${name}`, value);
}

interface KeyListeners {
  /** Escape and Shift-F6 lead before the frame, F6 behind it. */
  leave(to: 'before' | 'after'): void;
  isForwarded(key: ForwardedKey): boolean;
  forward(key: ForwardedKey, isShifted: boolean): void;
}

/** Hands over the keys that the page of a frame does not use itself and that the interface around it understands. */
function listenForKeys(scope: Pick<Window, 'addEventListener'>, { leave, ...keys }: KeyListeners): void {
  scope.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
    if (defaultPrevented || altKey) return;
    if (key === 'Escape' || key === 'F6') {
      event.preventDefault();
      return leave(key === 'F6' && !shiftKey ? 'after' : 'before');
    }
    const known = FORWARDED_KEYS.find((one) => one === key.toLowerCase());
    if (known === undefined || !(ctrlKey || metaKey) || !keys.isForwarded(known)) return;
    event.preventDefault();
    keys.forward(known, shiftKey);
  });
}
