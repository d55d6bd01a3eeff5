import { Skeleton } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FrameRefusal } from '../request/FrameRefusal.ts';
import { type AnswerRequest, useAnswerRequest } from '../request/useAnswerRequest.tsx';
import { connectFrame, type FrameConnection, type FrameFailure } from './connectFrame.ts';
import classes from './FrameHost.module.css';
import type { FrameHostProps } from './frameProps.ts';
import { useFrameState } from './useFrameState.ts';

const MIN_HEIGHT = 24;
const MAX_HEIGHT = 2000;

/** Shows a page of an extension in a sandboxed frame, and talks to it. */
export function FrameHost(props: FrameHostProps) {
  const [attempt, setAttempt] = useState(1);
  const [failure, setFailure] = useState<FrameFailure>();
  if (failure !== undefined)
    return props.failed(failure, () => {
      setFailure(undefined);
      setAttempt(attempt + 1);
    });
  // A frame that is tried again is a new one, with a new nonce.
  const frame = <OneFrame key={attempt} {...props} onFailure={setFailure} />;
  return props.around?.(frame) ?? frame;
}

interface OneFrameProps extends FrameHostProps {
  onFailure(failure: FrameFailure): void;
}

function OneFrame(props: OneFrameProps) {
  const { source, title, state, propose, maxHeight = MAX_HEIGHT, isTall, onFailure } = props;
  const { t } = useTranslation('frames');
  const frame = useRef<HTMLIFrameElement>(null);
  const connection = useRef<FrameConnection>(undefined);
  const [nonce] = useState(createNonce);
  const [isReady, setReady] = useState(false);
  const [height, setHeight] = useState(source.height);
  const told = useFrameState(state, connection);
  const { element, answer } = useAnswerRequest({
    ...{ source, title, locale: state.locale },
    propose: (field, value) => proposeTo({ propose, told, isReadOnly: state.isReadOnly }, field, value),
    hasFocus: () => hasFocus(frame.current),
  });
  const latest = useRef<OneFrameCallbacks>(null);
  latest.current = { answer, onFailure, setHeight: (wanted) => setHeight(clamp(wanted, MIN_HEIGHT, maxHeight)) };
  const before = useRef<HTMLSpanElement>(null);
  const after = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    const opened = connectFrame({
      frame: () => frame.current?.contentWindow ?? null,
      host: window,
      nonce,
      state: told.read,
      onReady: () => setReady(true),
      onFailure: (failure) => latest.current?.onFailure(failure),
      onRequest: (request) => latest.current?.answer(request),
      onResize: (wanted) => latest.current?.setHeight(wanted),
      onLeave: (to) => hasFocus(frame.current) && (to === 'before' ? before : after).current?.focus(),
      onKey: ({ key, isShifted }) => hasFocus(frame.current) && pressKey(frame.current!, key, isShifted),
    });
    connection.current = opened;
    const stopGuard = guardFocus(frame, () => latest.current?.onFailure('thieving'));
    return () => {
      connection.current = undefined;
      stopGuard();
      opened.close();
    };
  }, [nonce, told]);

  return (
    <div className={classes.host} style={{ height }} data-tall={isTall || undefined}>
      {/* Where the focus goes that leaves the frame. */}
      <span ref={before} tabIndex={-1} className="visuallyHidden">
        {t('before', { title })}
      </span>
      {!isReady && <Skeleton className={classes.waiting} height="100%" animate={false} />}
      <iframe
        ref={frame}
        title={title}
        src={`${source.url}#quire=${nonce}`}
        sandbox="allow-scripts allow-forms"
        referrerPolicy="no-referrer"
        loading="lazy"
        className={classes.frame}
        data-ready={isReady || undefined}
        data-enters
        onLoad={() => connection.current?.noteLoad()}
      />
      <span ref={after} tabIndex={-1} className="visuallyHidden">
        {t('after', { title })}
      </span>
      {element}
    </div>
  );
}

interface ProposalTarget extends Pick<FrameHostProps, 'propose'> {
  readonly told: ReturnType<typeof useFrameState>;
  readonly isReadOnly: boolean;
}

/** @throws FrameRefusal if the value is not taken; the frame then hears of the value that stays */
function proposeTo({ propose, told, isReadOnly }: ProposalTarget, field: string | undefined, value: unknown): void {
  try {
    if (isReadOnly || !propose) throw new FrameRefusal('readOnly');
    if (field === undefined) told.noteProposed(value);
    propose(field, value);
  } catch (error) {
    if (field === undefined) told.correct();
    throw error;
  }
}

interface OneFrameCallbacks {
  readonly answer: AnswerRequest;
  onFailure(failure: FrameFailure): void;
  setHeight(height: number): void;
}

/** 128 random bits; `randomUUID` needs a secure context, which a server in a home network has not. */
const createNonce = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

const clamp = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, Math.round(value)));

const hasFocus = (frame: HTMLIFrameElement | null): boolean => frame !== null && document.activeElement === frame;

/** Has the interface act as if the key was pressed outside of the frame. */
function pressKey(frame: HTMLIFrameElement, key: string, shiftKey: boolean): void {
  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
  const held = isMac ? { metaKey: true } : { ctrlKey: true };
  const code = `Key${key.toUpperCase()}`;
  frame.dispatchEvent(new KeyboardEvent('keydown', { key, code, ...held, shiftKey, bubbles: true, cancelable: true }));
}

/** Who has pressed a key this long ago is typing. */
const TYPING_MS = 1000;
const LEADS_ELSEWHERE: ReadonlySet<string> = new Set(['Tab', 'F6', 'Enter', ' ', 'Escape']);

/** A page that focuses itself once or twice may not know better. */
const MOST_TAKEN = 2;

/**
 * Gives the focus back if a frame takes it from somebody who is typing: a page in a frame can focus itself, and would
 * get what is typed next. `onThief` is called if it does so again and again. @returns a function that ends it
 */
function guardFocus(frame: RefObject<HTMLIFrameElement | null>, onThief: () => void): () => void {
  let taken = 0;
  const end = new AbortController();
  let typedAt = Number.NEGATIVE_INFINITY;
  let last: EventTarget | null = null;
  const options = { capture: true, signal: end.signal };
  const rest = (): void => {
    typedAt = Number.NEGATIVE_INFINITY;
  };
  const press = ({ key }: KeyboardEvent): void => {
    typedAt = LEADS_ELSEWHERE.has(key) ? Number.NEGATIVE_INFINITY : performance.now();
  };
  const note = ({ target }: FocusEvent): void => {
    last = target;
  };
  window.addEventListener('keydown', press, options);
  window.addEventListener('pointerdown', rest, options);
  window.addEventListener('focusin', note, options);
  window.addEventListener('blur', look, options);
  return () => end.abort();

  function look(): void {
    const isTaken = document.activeElement === frame.current && performance.now() - typedAt < TYPING_MS;
    // Under the pointer it has been clicked.
    if (!isTaken || frame.current?.matches(':hover')) return;
    taken += 1;
    if (taken > MOST_TAKEN) onThief();
    // The browser is about to move the focus, and would go on.
    setTimeout(() => last instanceof HTMLElement && last.focus({ preventScroll: true }));
  }
}
