/** Something that was done, wherever that is kept. */
interface Done {
  readonly at: string;
  readonly actor: string;
  readonly author: { readonly name: string; readonly email: string } | null;
  readonly action: string;
  readonly records: readonly string[];
  readonly summary: string | null;
  readonly ip: string | null;
  readonly ok: boolean;
  readonly commit: string | null;
}

/** An import names all it has written; this many are enough to see what it was. */
const MAX_RECORDS = 100;

/** Who did what to which records, and when; what happens outside the repository has no commit. */
export const showAuditEntry = ({ at, actor, author, action, records, summary, ip, ok, commit }: Done): object => ({
  at,
  actor,
  author: author && { name: author.name, email: author.email },
  action,
  record: records[0] ?? null,
  records: records.slice(0, MAX_RECORDS),
  recordCount: records.length,
  summary,
  ip,
  ok,
  commit,
});
