import { useComputedColorScheme } from '@mantine/core';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FrameState } from '../../frame/protocol.ts';
import { isSameValue } from '../form/values.ts';
import type { FrameConnection } from './connectFrame.ts';
import type { FrameHostProps } from './frameProps.ts';
import { readTheme } from './readTheme.ts';

/** Records are told of this long after the last key: copying a long page for each would slow down typing. */
const QUIET_MS = 400;

/** What a frame has been told. */
interface ToldState {
  /** The whole state at present. */
  read(): FrameState;
  /** The frame has proposed a value, so it knows it. */
  noteProposed(value: unknown): void;
  /** Tells the frame the value again, because its own was refused. */
  correct(): void;
}

/** Tells a frame what has changed of its state. Always returns the same object. */
export function useFrameState(
  given: FrameHostProps['state'],
  connection: RefObject<FrameConnection | undefined>,
): ToldState {
  const { i18n } = useTranslation();
  const { language } = i18n;
  const scheme = useComputedColorScheme('light');
  const { value, record, locale, isReadOnly, hasHistory } = given;
  const latest = useRef({ ...given, language, scheme });
  latest.current = { ...given, language, scheme };
  /** What the frame knows. */
  const known = useRef<FrameState>(undefined);
  const [told] = useState<ToldState>(() => ({
    read() {
      const { scheme: shown, ...state } = latest.current;
      known.current = { ...state, theme: readTheme(shown) };
      return known.current;
    },
    noteProposed(proposed) {
      if (known.current) known.current = { ...known.current, value: proposed };
    },
    correct: () => connection.current?.tell({ value: latest.current.value }),
  }));

  const tell = useCallback(
    (changes: Partial<FrameState>): void => {
      if (!known.current) return;
      const names = Object.keys(changes) as (keyof FrameState)[];
      if (names.every((name) => isSameValue(changes[name], known.current?.[name]))) return;
      known.current = { ...known.current, ...changes };
      connection.current?.tell(changes);
    },
    [connection],
  );
  useEffect(() => tell({ value }), [tell, value]);
  useEffect(() => {
    const waiting = setTimeout(() => tell({ record }), QUIET_MS);
    return () => clearTimeout(waiting);
  }, [tell, record]);
  useEffect(() => tell({ locale, isReadOnly, hasHistory }), [tell, locale, isReadOnly, hasHistory]);
  useEffect(() => tell({ language }), [tell, language]);
  useEffect(() => tell({ theme: readTheme(scheme) }), [tell, scheme]);
  return told;
}
