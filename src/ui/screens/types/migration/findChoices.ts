import { isSameValue } from '../../../form/values.ts';
import { type FieldDraft, readFieldDrafts } from '../fields/fieldDraft.ts';

/** What becomes of the values of a field that has lost its name or its kind. */
export type FieldChoice = FieldLoss | KindChange | ShareChange;

/** A field that is gone: its values go to another field, or away, or stay as they are. */
export interface FieldLoss {
  readonly change: 'gone';
  readonly path: string;
  readonly label: string;
  /** The fields that are new, by their paths: its values may go there. */
  readonly targets: readonly FieldPlace[];
  /** The one that it has most likely become. */
  readonly likely: string | null;
}

/** A field with another kind. */
interface KindChange {
  readonly change: 'converted';
  readonly path: string;
  readonly label: string;
  readonly from: string;
  readonly to: string;
  /** The name of the first text in the items of a list of groups. */
  readonly item: string | null;
}

/** A field that is to have one value in all translations of a page. */
interface ShareChange {
  readonly change: 'shared';
  readonly path: string;
  readonly label: string;
}

interface FieldPlace {
  readonly path: string;
  readonly label: string;
}

interface FlatField extends FieldPlace {
  readonly field: FieldDraft;
  /** The path of what holds it, and its place there. */
  readonly holder: string;
  readonly index: number;
}

/** What a change of the fields of a type asks about the values that records have. */
export function findFieldChoices(before: unknown, after: unknown): readonly FieldChoice[] {
  const [old, now] = [flatten(before), flatten(after)];
  const has = (fields: readonly FlatField[], path: string): boolean => fields.some((one) => one.path === path);
  const fresh = now.filter(({ path }) => !has(old, path));
  const gone = old.filter(({ path, holder }) => !has(now, path) && (holder === '' || has(now, holderPath(holder))));
  const likely = new Map<string, string>();
  for (const one of gone) {
    const free = fresh.filter(({ path }) => ![...likely.values()].includes(path));
    const match = free.find((other) => isLikely(one, other));
    if (match) likely.set(one.path, match.path);
  }
  const lost = gone.map(
    ({ path, label }): FieldLoss => ({
      ...{ change: 'gone', path, label },
      targets: fresh.map(({ path: to, label: name }) => ({ path: to, label: name })),
      likely: likely.get(path) ?? null,
    }),
  );
  const converted = old.flatMap((one): readonly KindChange[] => {
    const other = now.find(({ path }) => path === one.path);
    if (!other || other.field.type === one.field.type) return [];
    const holder = other.field.type === 'repeater' ? other : one;
    const item = readFieldDrafts(holder.field['fields'])?.[0]?.name ?? null;
    return [
      { change: 'converted', path: one.path, label: one.label, from: one.field.type, to: other.field.type, item },
    ];
  });
  const shared = now.flatMap(({ path, label, holder, field }): readonly ShareChange[] => {
    const was = old.find((one) => one.path === path);
    const isNew = holder === '' && was !== undefined && field['shared'] === true && was.field['shared'] !== true;
    return isNew ? [{ change: 'shared', path, label }] : [];
  });
  return [...lost, ...converted, ...shared];
}

const holderPath = (holder: string): string => holder.replace(/(\[\])?\.$/, '');

/** The fields of a schema with those inside others, by their paths: `hero.title`, `items[].title`. */
function flatten(schema: unknown, holder = ''): readonly FlatField[] {
  return (readFieldDrafts(schema) ?? []).flatMap((field, index) => {
    const path = `${holder}${field.name}`;
    const inner = field.type === 'repeater' ? `${path}[].` : `${path}.`;
    const nested = ['object', 'repeater'].includes(field.type) ? flatten(field['fields'], inner) : [];
    return [{ path, label: field.label || field.name, field, holder, index }, ...nested];
  });
}

/** Whether a new field is likely one that is gone: it says the same but for its names, or stands in its place. */
function isLikely(gone: FlatField, fresh: FlatField): boolean {
  if (gone.field.type !== fresh.field.type || gone.holder !== fresh.holder) return gone.field.name === fresh.field.name;
  const { name: _, label: __, ...was } = gone.field;
  const { name: ___, label: ____, ...is } = fresh.field;
  return gone.index === fresh.index || (isSameValue(was, is) && Object.keys(was).length > 1);
}

/** What somebody has chosen for a field: the path of another field, or one of these. */
export type Fate = 'keep' | 'remove' | 'convert' | 'share' | (string & {});

/** The fate of a field whose value in one language counts from now on. */
export const SHARE_FROM = 'share:';

/** The fates that are chosen before anybody has chosen. */
export const firstFates = (choices: readonly FieldChoice[]): Readonly<Record<string, Fate>> =>
  Object.fromEntries(choices.map((one) => [one.path, firstFate(one)]));

function firstFate(choice: FieldChoice): Fate {
  if (choice.change === 'shared') return 'share';
  return choice.change === 'converted' ? 'convert' : (choice.likely ?? 'keep');
}

/** The operations that do what was chosen. */
export function toOperations(
  choices: readonly FieldChoice[],
  fates: Readonly<Record<string, Fate>>,
): readonly object[] {
  return choices.flatMap((choice): readonly object[] => {
    const fate = fates[choice.path] ?? 'keep';
    if (fate === 'keep') return [];
    if (choice.change === 'shared') {
      const from = fate.startsWith(SHARE_FROM) ? fate.slice(SHARE_FROM.length) : undefined;
      return [{ share: { field: choice.path, ...(from !== undefined && { from }) } }];
    }
    if (fate === 'remove') return [{ remove: { field: choice.path } }];
    if (choice.change === 'converted') {
      const { path: field, from, to, item } = choice;
      return [{ convert: { field, from, to, ...(item !== null && { item }) } }];
    }
    const isRename = holderOf(choice.path) === holderOf(fate);
    return [isRename ? { rename: { from: choice.path, to: nameOf(fate) } } : { move: { from: choice.path, to: fate } }];
  });
}

const holderOf = (path: string): string => path.slice(0, path.lastIndexOf('.') + 1);
const nameOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
