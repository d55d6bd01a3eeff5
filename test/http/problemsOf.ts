import type { Reply } from '../makeSite.ts';

/** What an answer complains of, one line an error: its code, and the path of what is to blame where it names one. */
export const problemsOf = ({ body }: Reply): readonly string[] =>
  (body?.errors ?? []).map(({ code, path }: { code: string; path?: readonly string[] }) =>
    path && path.length > 0 ? `${code} ${path.join('.')}` : code,
  );

/** Status and problems of an answer in one line, for tables of refusals. */
export const refusalOf = (reply: Reply): string => [reply.status, ...problemsOf(reply)].join(' ');
