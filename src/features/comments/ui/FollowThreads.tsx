import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useFormScope } from '../../../ui/form/FormContext.tsx';
import { type FollowedThread, followThread, readFormTexts } from './followThread.ts';
import { followedKey, useFormTopic, useThreads } from './queries.ts';

/** How long after a key the passages are looked for again. */
const FOLLOW_MS = 250;

/** Notes where the passages of all threads are while somebody types. */
export function FollowThreads() {
  const client = useQueryClient();
  const { form } = useFormScope();
  const topic = useFormTopic();
  const threads = useThreads();
  const key = JSON.stringify(followedKey(topic));
  const followed = useRef<readonly FollowedThread[]>([]);
  useEffect(() => {
    if (!threads) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let values: unknown;
    const follow = (before: readonly FollowedThread[]): void => {
      timer = undefined;
      if (values === form.values()) return;
      values = form.values();
      const known = new Map(before.map((one) => [one.thread.id, one]));
      const [texts, saved] = [readFormTexts(form.values()), readFormTexts(form.saved())];
      followed.current = threads.map((thread) => followThread(thread, texts, { before: known.get(thread.id), saved }));
      client.setQueryData(JSON.parse(key), followed.current);
    };
    // What the server has found anew counts.
    follow([]);
    const stop = form.subscribe(() => {
      timer ??= setTimeout(() => follow(followed.current), FOLLOW_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client, form, threads, key]);
  return null;
}
