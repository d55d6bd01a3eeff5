import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { valueText } from '../../fields/value/valueText.ts';
import { flattenToText } from '../../parts/flattenToText.ts';
import { localeName } from '../../parts/localeName.ts';
import { PointerName } from '../../parts/PointerName.tsx';
import { isPointers, type Pointer, type PointerKind, pointerKindOf, pointersIn } from '../../parts/pointers.ts';
import { absoluteTime } from '../../parts/relativeTime.ts';
import type { Field } from '../../wire/interface.ts';
import type { LabelledChange } from './changes.ts';
import classes from './ValueDiff.module.css';
import { diffWords, shortenUnchanged } from './valueWords.ts';

interface ValueDiffProps {
  readonly change: LabelledChange;
  /** The name of the value that the change belongs to: `fields/body`. */
  readonly name: string;
}

/** The change of one value, as words removed and words added. */
export function ValueDiff({ change, name }: ValueDiffProps) {
  const { t } = useTranslation();
  const { before, after, label } = change;
  if (name.startsWith('regions/') && change.key.endsWith('/position'))
    return <Text size="sm">{t('history.moved', { from: Number(before) + 1, to: Number(after) + 1 })}</Text>;
  const pointers = pointersOf(change, name);
  return (
    <div className={classes.change}>
      {label !== '' && (
        <Text size="xs" c="dimmed" dir="auto">
          {label}
        </Text>
      )}
      {pointers ? <PointerDiff change={change} kind={pointers} /> : <WordDiff change={change} name={name} />}
    </div>
  );
}

/** The kind of pointers that a value consists of; undefined if it is something else. */
function pointersOf({ key, field, before, after, summaries }: LabelledChange, name: string): PointerKind | undefined {
  if (summaries) return undefined;
  if (!isPointers(before) || !isPointers(after)) return undefined;
  // Vocabularies have terms, too, in a list.
  if (name === 'terms') return /^terms\/\d/.test(key) ? undefined : 'term';
  if (name === 'seo/ogImage') return 'media';
  return key.endsWith('/pageId') ? 'page' : pointerKindOf(field?.type);
}

/** The same where nothing but its words can be asked for: what it points at is named as files name it. */
export function WordDiff({ change: { before, after, field, summaries }, name }: ValueDiffProps) {
  const { t } = useTranslation();
  const show = useValueWording(name, field);
  // Lines that are the same do not say what differs.
  const lines = summaries?.before === summaries?.after ? undefined : summaries;
  const [old, fresh] = [lines?.before ?? show(before), lines?.after ?? show(after)];
  if (old === fresh) return <Text size="sm">{t('history.formatOnly')}</Text>;
  return (
    <div className={classes.words} dir="auto">
      {shortenUnchanged(diffWords(old, fresh)).map(({ at, text, kind }) => {
        const Part = ELEMENTS[kind];
        return <Part key={at}>{text}</Part>;
      })}
    </div>
  );
}

const ELEMENTS = { added: 'ins', removed: 'del', same: 'span' } as const;

const TIMES = ['scheduledAt', 'unpublishAt'];
/** The kinds of fields whose values have labels. */
const CHOICES = ['select', 'multiselect'];

/** A function that puts a value into words. */
function useValueWording(name: string, field: Field | undefined): (value: unknown) => string {
  const { t, i18n } = useTranslation();
  const namePicture = (picture: string): string => t('richText.picture.named', { name: picture });
  return (value) => {
    if (field && CHOICES.includes(field.type)) return valueText(value, field);
    if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
    if (typeof value !== 'string') return flattenToText(value, namePicture);
    if (isTimeText(value) && (TIMES.includes(name) || field?.type === 'datetime'))
      return absoluteTime(value, i18n.language);
    if (name === 'locale') return localeName(value, i18n.language);
    if (name === 'status' && isStatus(value)) return t(`pages.statuses.${value}`);
    return value;
  };
}

const isTimeText = (value: string): boolean => !Number.isNaN(Date.parse(value));

const isStatus = (value: string): value is 'draft' | 'published' | 'archived' =>
  ['draft', 'published', 'archived'].includes(value);

interface PointerDiffProps {
  readonly change: LabelledChange;
  readonly kind: PointerKind;
}

/** The change of a value that points at something else, or of a list of them, by the names of what they point at. */
function PointerDiff({ change, kind }: PointerDiffProps) {
  const [before, after] = [pointersIn(change.before), pointersIn(change.after)];
  const isReordered = before.length === after.length && before.every((one) => after.includes(one));
  const stays = (pointer: Pointer): boolean => !isReordered && before.includes(pointer) && after.includes(pointer);
  return (
    <ul className={classes.pointers}>
      {before
        .filter((pointer) => !stays(pointer))
        .map((pointer) => (
          <li key={`before ${pointer}`}>
            <del>
              <PointerName kind={kind} pointer={pointer} />
            </del>
          </li>
        ))}
      {after.map((pointer) => {
        const Part = stays(pointer) ? 'span' : 'ins';
        return (
          <li key={`after ${pointer}`}>
            <Part>
              <PointerName kind={kind} pointer={pointer} />
            </Part>
          </li>
        );
      })}
    </ul>
  );
}
