import { List, Text } from '@mantine/core';
import i18next from 'i18next';
import { ask } from '../../wire/ask.ts';
import { chosenChange } from '../../wire/chosenChange.ts';
import type { MediaReference, RecordKind } from '../../wire/interface.ts';
import { confirm, showExplanation } from '../dialog/confirm.tsx';

/** The record, or the term of a vocabulary, that others may refer to. */
export interface MentionedRecord {
  readonly kind: RecordKind;
  readonly id: number;
  readonly term?: number;
}

/** Several records, which are deleted at once. */
export interface MentionedRecords {
  readonly kind: RecordKind;
  readonly ids: readonly number[];
}

interface FirstQuestion {
  readonly title: string;
  /** The consequences for the other records that refer to it; `count` is how many there are. */
  text(count: number): string;
  /** The label of the confirming button. */
  readonly action: string;
  readonly of: MentionedRecord | MentionedRecords;
  /** Whether the server refuses while anything refers to the record. */
  readonly isKeptInUse?: boolean;
}

/** How many records are named; of the others there is a number. */
const MOST_NAMED = 8;

/** Asks before records are deleted or replaced, and names what depends on it. @returns whether the user confirmed */
export async function askFirst({ title, text, action, of, isKeptInUse = false }: FirstQuestion): Promise<boolean> {
  const { data, meta } = await fetchMentions(of);
  const more = <Names mentions={data} total={meta.total} />;
  if (isKeptInUse && meta.total > 0) {
    await showExplanation({ title, text: text(meta.total), more });
    return false;
  }
  // A file may be gone for good, and a change has no undo of its own.
  const hasUndo = of.kind !== 'media' && !chosenChange();
  const words = [text(meta.total), hasUndo ? i18next.t('record.canUndo') : ''].join(' ').trim();
  return confirm({ title, text: words, more, action, isDangerous: true });
}

function fetchMentions(of: MentionedRecord | MentionedRecords) {
  if ('ids' in of) {
    const query = { ids: of.ids.join(','), limit: MOST_NAMED };
    return ask('GET /api/admin/mentions/{kind}', { path: { kind: of.kind }, query });
  }
  const { kind, id, term } = of;
  const query = { limit: MOST_NAMED, ...(term !== undefined && { term }) };
  return ask('GET /api/admin/mentions/{kind}/{id}', { path: { kind, id }, query });
}

interface NamesProps {
  readonly mentions: readonly MediaReference[];
  readonly total: number;
}

/** The names of records, with their kinds. */
function Names({ mentions, total }: NamesProps) {
  if (total === 0) return null;
  const { t } = i18next;
  return (
    <List size="sm" mt="xs" listStyleType="none">
      {mentions.map(({ type, id, title, locale }) => (
        <List.Item key={`${type}/${id}`}>
          <span dir="auto">{title}</span>{' '}
          <Text span size="xs" c="dimmed">
            {[t(`kinds.${type}.one`), locale].filter(Boolean).join(' · ')}
          </Text>
        </List.Item>
      ))}
      {total > mentions.length && <List.Item>{t('record.andMore', { count: total - mentions.length })}</List.Item>}
    </List>
  );
}
