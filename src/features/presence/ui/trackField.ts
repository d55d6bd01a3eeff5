import type { FormDocument } from '../../../ui/form/document.ts';
import { findValueElement } from '../../../ui/form/goTo.ts';
import type { Present } from '../../../ui/wire/interface.ts';

type OpenField = NonNullable<Present['field']>;

/** Where the user is, as it is reported. */
export interface FieldReport {
  readonly field: OpenField | null;
  readonly writing: boolean;
}

/** The least time between two reports. */
const REPORT_MS = 1_000;
/** How long after the last key somebody still counts as writing. */
const WRITING_MS = 4_000;

/**
 * Reports in which field of a form the user is and whether they write in it, whenever that changes. @returns a function
 * that stops it
 */
export function trackField(form: FormDocument, report: (now: FieldReport) => void): () => void {
  const end = new AbortController();
  let now: FieldReport = { field: null, writing: false };
  let reported = JSON.stringify(now);
  let reportedAt = Number.NEGATIVE_INFINITY;
  let sending: ReturnType<typeof setTimeout> | undefined;
  let pausing: ReturnType<typeof setTimeout> | undefined;

  function send(): void {
    sending = undefined;
    if (JSON.stringify(now) === reported) return;
    reported = JSON.stringify(now);
    reportedAt = performance.now();
    report(now);
  }
  function note(next: FieldReport): void {
    now = next;
    // Going from one field to the next leaves the first one, too.
    sending ??= setTimeout(send, Math.max(0, reportedAt + REPORT_MS - performance.now()));
  }
  const listen = (event: string, act: (target: EventTarget | null) => void): void =>
    document.addEventListener(event, ({ target }) => act(target), { signal: end.signal });
  listen('focusin', (target) => note({ field: readField(target, form), writing: false }));
  listen('focusout', () => note({ field: null, writing: false }));
  listen('input', (target) => {
    const field = readField(target, form);
    if (field) note({ field, writing: true });
    clearTimeout(pausing);
    pausing = setTimeout(() => note({ ...now, writing: false }), WRITING_MS);
  });
  end.signal.addEventListener('abort', () => [sending, pausing].forEach(clearTimeout));
  return () => end.abort();
}

const PLACEMENT = /^pb_(\d+)$/;

/** The field of the form that an element belongs to. Dialogs have forms of their own. */
function readField(target: EventTarget | null, form: FormDocument): OpenField | null {
  if (!(target instanceof Element) || target.closest('[role="dialog"]')) return null;
  const path = target.closest<HTMLElement>('[data-path]')?.dataset['path'];
  if (path === undefined) return null;
  const [root, region = '', index = '', ...rest] = path.split('/');
  if (root !== 'regions') return { path, block: null };
  const { id } = (form.at(['regions', region, index]) ?? {}) as { readonly id?: string };
  const [, block] = PLACEMENT.exec(id ?? '') ?? [];
  return block === undefined ? null : { path: rest.join('/'), block: Number(block) };
}

/** The element that stands for a field on the screen, which may be what holds it. */
export function findFieldElement({ path, block }: OpenField, form: FormDocument): HTMLElement | undefined {
  const holder = block === null ? [] : findBlockPath(`pb_${block}`, form);
  if (!holder) return undefined;
  const found = findValueElement([...holder, ...path.split('/').filter(Boolean)])?.element;
  return found?.matches('input, textarea') ? (found.parentElement ?? undefined) : found;
}

function findBlockPath(id: string, form: FormDocument): readonly string[] | undefined {
  const regions = (form.at(['regions']) ?? {}) as Readonly<Record<string, readonly { readonly id?: string }[]>>;
  for (const [name, blocks] of Object.entries(regions)) {
    const index = blocks.findIndex((block) => block.id === id);
    if (index >= 0) return ['regions', name, String(index)];
  }
  return undefined;
}
