import { expect, it, vi } from 'vitest';
import { FrameRefusal } from '../../../src/ui/frames/request/FrameRefusal.ts';
import { makeFrame, STATE } from './frameWindows.ts';

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
const refusalOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'taken',
    (error: { readonly code?: string }) => error.code ?? String(error),
  );

it('gives a frame all that it may know, and follows what changes', async () => {
  const { connect, connection, style, heard } = makeFrame();
  const frame = await connect<{ lat: number }>();
  expect(heard).toEqual(['ready']);
  expect([frame.value, frame.record, frame.locale, frame.language]).toEqual([{ lat: 47 }, null, 'en', 'en']);
  expect([frame.isReadOnly, frame.theme]).toEqual([false, STATE.theme]);
  expect(style.get('--quire-text')).toBe('rgb(0, 0, 0)');
  const [values, changes] = [vi.fn(), vi.fn()];
  const stop = frame.onValue(values);
  frame.onChange(changes);
  connection.tell({ value: { lat: 48 } });
  await vi.waitFor(() => expect(values.mock.calls).toEqual([[{ lat: 48 }]]));
  expect([frame.value, changes.mock.calls.length]).toEqual([{ lat: 48 }, 0]);
  stop();
  connection.tell({ isReadOnly: true, value: undefined });
  await vi.waitFor(() => expect(changes).toHaveBeenCalledTimes(1));
  expect([frame.isReadOnly, frame.value, values.mock.calls.length]).toEqual([true, undefined, 1]);
});

it('hands proposals over one after the other, and of those that wait the last alone', async () => {
  const waiting: (() => void)[] = [];
  const { connect, heard } = makeFrame({ answer: () => new Promise<void>((resolve) => waiting.push(resolve)) });
  const frame = await connect<number>();
  const proposals = [1, 2, 3].map((value) => frame.setValue(value));
  const other = frame.setField('summary', 'A heron');
  await settle();
  expect(heard.slice(1)).toEqual([
    { name: 'propose', input: { value: 1 } },
    { name: 'propose', input: { field: 'summary', value: 'A heron' } },
  ]);
  for (const resolve of waiting.splice(0)) resolve();
  await settle();
  expect(heard.slice(3)).toEqual([{ name: 'propose', input: { value: 3 } }]);
  for (const resolve of waiting.splice(0)) resolve();
  await Promise.all([...proposals, other]);
});

it('answers requests, and says why one is refused', async () => {
  const { connect } = makeFrame({
    answer({ name, input }) {
      if (name === 'confirm') return true;
      if (name === 'call') return { asked: input };
      throw new FrameRefusal('unfocused');
    },
  });
  const frame = await connect();
  expect(await frame.confirm({ title: 'Really?', text: 'All of it', action: 'Yes' })).toBe(true);
  expect(await frame.call('/near', { query: { lat: 1 } })).toEqual({ asked: { path: '/near', query: { lat: 1 } } });
  expect(await refusalOf(frame.pickPage())).toBe('unfocused');
});

it('SEC-51 takes no value that is not plain JSON, or too large', async () => {
  const { connect, heard, failures } = makeFrame();
  const frame = await connect<unknown>();
  const circle: { self?: unknown } = {};
  circle.self = circle;
  const deep = JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) as unknown;
  const refused: readonly (readonly [unknown, string])[] = [
    [JSON.parse('{ "__proto__": { "isAdmin": true } }'), 'kind'],
    [{ inner: [{ constructor: 1 }] }, 'kind'],
    [new Date(), 'kind'],
    [new Map([['a', 1]]), 'kind'],
    [Number.NaN, 'kind'],
    [10n, 'kind'],
    [circle, 'size'],
    [deep, 'size'],
    ['x'.repeat(600_000), 'size'],
    [Array.from({ length: 30_000 }, () => 0), 'size'],
  ];
  for (const [value, code] of refused) {
    expect(await refusalOf(frame.setValue(value))).toBe(code);
    // Such values use up what a frame may send in a second.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2000);
  }
  vi.restoreAllMocks();
  expect([heard, failures]).toEqual([['ready'], []]);
  // What cannot be copied does not even leave the frame.
  await expect(frame.setValue(() => 'run')).rejects.toThrow();
});

it('SEC-51 hands no port to another window, or to who does not know the nonce', async () => {
  const { outer, hello, ports, heard, innerWindow } = makeFrame();
  outer.receive({ quire: 1, type: 'hello', nonce: 'abc' }, { postMessage: () => undefined });
  outer.receive({ quire: 1, type: 'hello', nonce: 'abc' }, null);
  hello({ nonce: 'abd' });
  hello({ nonce: { toString: () => 'abc' }.toString().slice(1) });
  hello({ type: 'welcome' });
  for (const odd of [null, 'hello', 7, [], [{ nonce: 'abc' }]]) outer.receive(odd, innerWindow);
  await settle();
  expect([ports, heard]).toEqual([[], []]);
  hello();
  await settle();
  hello();
  await settle();
  expect([ports.length, heard]).toEqual([1, ['ready']]);
});

it('SEC-51 listens in a frame to no window but the one around it', async () => {
  const { inner, connect, connection } = makeFrame();
  const other = new MessageChannel();
  inner.receive({ quire: 1, type: 'welcome', nonce: 'abc' }, { postMessage: () => undefined }, [other.port1]);
  const frame = await connect();
  connection.tell({ value: 'true' });
  await vi.waitFor(() => expect(frame.value).toBe('true'));
  other.port1.close();
});

it('SEC-51 stops a frame that floods it, before it looks at what was sent', async () => {
  const { hello, ports, heard, failures } = makeFrame();
  hello();
  await settle();
  const [port] = ports;
  for (let times = 0; times < 5000; times += 1) port!.postMessage({ type: 'resize', height: times });
  await vi.waitFor(() => expect(failures).toEqual(['flooding']));
  const before = heard.length;
  expect(before).toBeLessThan(310);
  port!.postMessage({ type: 'resize', height: 1 });
  await settle();
  expect(heard).toHaveLength(before);
});

it('SEC-51 stops a frame that floods the window with greetings, or its port with nonsense or large values', async () => {
  const greeting = makeFrame();
  for (let times = 0; times < 400; times += 1) greeting.hello({ nonce: 'x' });
  await vi.waitFor(() => expect(greeting.failures).toEqual(['flooding']));
  for (const message of [
    { type: 'run', code: 'x' },
    { type: 'request', id: 1, name: 'propose', input: { value: 'x'.repeat(600_000) } },
  ]) {
    const frame = makeFrame();
    frame.hello();
    await settle();
    for (let times = 0; times < 40; times += 1) frame.ports[0]!.postMessage(message);
    await vi.waitFor(() => expect(frame.failures).toEqual(['flooding']));
    expect(frame.heard).toEqual(['ready']);
  }
});

it('reads nothing of a message that is not documented', async () => {
  const { hello, ports, heard } = makeFrame();
  hello();
  await settle();
  for (const message of [
    { type: 'request', id: 0, name: 'propose' },
    { type: 'request', id: 1, name: 'toString' },
    { type: 'constructor' },
    { type: 'resize', height: '12' },
    { type: 'resize', height: Number.POSITIVE_INFINITY },
    { type: 'key', key: 'p' },
    { type: 'leave', to: 'https://evil.test' },
    null,
    'resize',
  ])
    ports[0]!.postMessage(message);
  ports[0]!.postMessage({ type: 'key', key: 's', isShifted: 'yes', more: 1 });
  await vi.waitFor(() => expect(heard).toEqual(['ready', { key: 's', isShifted: false }]));
});

it('bounds how many requests are open', async () => {
  const { connect } = makeFrame({ answer: () => new Promise(() => undefined) });
  const frame = await connect();
  const asked = Array.from({ length: 17 }, () => refusalOf(frame.call('/slow')));
  expect(await Promise.race(asked)).toBe('busy');
});

it('tells a frame of a newer version from one that says nothing, and from one that has left its page', async () => {
  const newer = makeFrame();
  newer.hello({ quire: 2 });
  await vi.waitFor(() => expect(newer.failures).toEqual(['version']));
  const moved = makeFrame();
  moved.connection.noteLoad();
  moved.hello();
  await settle();
  moved.connection.noteLoad();
  expect(moved.failures).toEqual(['moved']);
  vi.useFakeTimers();
  try {
    const silent = makeFrame();
    silent.connection.noteLoad();
    vi.advanceTimersByTime(4_000);
    expect(silent.failures).toEqual([]);
    vi.advanceTimersByTime(2_000);
    expect(silent.failures).toEqual(['silent']);
  } finally {
    vi.useRealTimers();
  }
});

it('says nothing more once it is closed', async () => {
  const { connect, connection, heard, failures } = makeFrame();
  const frame = await connect();
  connection.close();
  frame.resize(10);
  connection.tell({ value: 2 });
  connection.noteLoad();
  connection.noteLoad();
  await settle();
  expect([frame.value, heard, failures]).toEqual([{ lat: 47 }, ['ready'], []]);
});

it('forwards the keys that the interface understands, and leads out of the frame', async () => {
  const { connect, inner, heard, connection } = makeFrame();
  const frame = await connect();
  const press = (key: string, held: object = {}): boolean =>
    inner.dispatch(Object.assign(new Event('keydown', { cancelable: true }), { key, ...held }));
  expect(press('Escape')).toBe(false);
  press('F6');
  press('F6', { shiftKey: true });
  press('z', { ctrlKey: true });
  press('Z', { metaKey: true, shiftKey: true });
  press('s', { ctrlKey: true });
  expect(press('c', { ctrlKey: true })).toBe(true);
  expect(press('z')).toBe(true);
  connection.tell({ hasHistory: false });
  await vi.waitFor(() => expect(heard).toHaveLength(7));
  expect(press('y', { ctrlKey: true })).toBe(true);
  frame.resize();
  await vi.waitFor(() => expect(heard).toHaveLength(8));
  expect(heard.slice(1)).toEqual([
    ...[{ to: 'before' }, { to: 'after' }, { to: 'before' }],
    ...[
      { key: 'z', isShifted: false },
      { key: 'z', isShifted: true },
      { key: 's', isShifted: false },
    ],
    { height: 100 },
  ]);
});

it('works in a frame of Quire only', async () => {
  const { connectWithin } = await import('../../../src/frame/connectWithin.ts');
  const scope = { location: { hash: '', origin: 'x' } } as unknown as Parameters<typeof connectWithin>[0];
  await expect(connectWithin(scope)).rejects.toThrow('in no frame of Quire');
});
