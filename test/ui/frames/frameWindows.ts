import { onTestFinished } from 'vitest';
import { connectWithin, type FrameScope } from '../../../src/frame/connectWithin.ts';
import type { FrameState } from '../../../src/frame/protocol.ts';
import type { Frame } from '../../../src/frame/types.ts';
import { connectFrame, type FrameFailure, type ReadRequest } from '../../../src/ui/frames/host/connectFrame.ts';

export const STATE: FrameState = {
  ...{ value: { lat: 47 }, record: null, locale: 'en', language: 'en', isReadOnly: false, hasHistory: true },
  theme: {
    scheme: 'light',
    // What is not asked for here is not there.
    colors: { text: 'rgb(0, 0, 0)' } as FrameState['theme']['colors'],
    ...{ font: 'system-ui', fontSize: '16px', radius: '7px' },
  },
};

/** A window of which only messages matter. They arrive in the next turn, as in browsers. */
export function makeWindow() {
  const target = new EventTarget();
  return {
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    dispatch: (event: Event) => target.dispatchEvent(event),
    /** Receives what `source` has posted. */
    receive(data: unknown, source: unknown, ports: readonly MessagePort[] = []): void {
      const event = Object.assign(new Event('message'), { data: structuredClone(data), source, ports });
      setTimeout(() => target.dispatchEvent(event));
    },
  };
}

/** Two windows, one in a frame of the other, and what the outer one has heard. */
export function makeFrame({ answer = () => undefined }: { readonly answer?: (request: ReadRequest) => unknown } = {}) {
  const [outer, inner] = [makeWindow(), makeWindow()];
  const heard: unknown[] = [];
  const failures: FrameFailure[] = [];
  const root = {
    lang: '',
    dataset: {},
    style: new Map<string, string>(),
    getBoundingClientRect: () => ({ height: 99.5 }),
  };
  const style = Object.assign(root.style, {
    setProperty: (name: string, value: string) => root.style.set(name, value),
  });
  const parent = { postMessage: (data: unknown) => outer.receive(data, innerWindow) };
  const innerWindow = {
    postMessage: (data: unknown, _: string, ports: readonly MessagePort[]) => inner.receive(data, parent, ports),
  };
  const ports: MessagePort[] = [];
  const scope = {
    parent,
    location: { hash: '#quire=abc', origin: 'http://quire.test' },
    document: { documentElement: { ...root, style } },
    addEventListener: inner.addEventListener,
    removeEventListener: inner.removeEventListener,
  } as unknown as FrameScope;
  const connection = connectFrame({
    frame: () => innerWindow as unknown as Window,
    host: outer as unknown as Window,
    nonce: 'abc',
    state: () => STATE,
    onReady: () => heard.push('ready'),
    onFailure: (failure) => failures.push(failure),
    onRequest(request) {
      heard.push(request);
      return answer(request);
    },
    onResize: (height) => heard.push({ height }),
    onLeave: (to) => heard.push({ to }),
    onKey: ({ key, isShifted }) => heard.push({ key, isShifted }),
  });
  onTestFinished(() => {
    connection.close();
    for (const port of ports) port.close();
  });
  inner.addEventListener('message', (event) => ports.push(...(event as MessageEvent).ports));
  return {
    ...{ outer, inner, innerWindow, parent, heard, failures, connection, style, ports },
    /** Says hello as a page that does not use the package would. */
    hello: (message: object = {}) => parent.postMessage({ quire: 1, type: 'hello', nonce: 'abc', ...message }),
    connect: <V>(): Promise<Frame<V>> => connectWithin<V>(scope),
  };
}
