import { Radio, Stack, Text } from '@mantine/core';
import type { Clash } from '../../wire/interface.ts';
import { WireError } from '../../wire/WireError.ts';
import { confirm } from '../dialog/confirm.tsx';

/** Takes one side of every clash. */
type Resolutions = readonly (Pick<Clash, 'kind' | 'key' | 'path'> & { readonly take: 'ours' | 'theirs' })[];

interface ChoiceWords {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  /** What keeps the present values, and what takes the earlier ones. */
  readonly ours: string;
  readonly theirs: string;
}

/**
 * Sends a write that brings earlier values back. If some have been changed since, it asks what to do with these.
 *
 * @returns undefined if nothing is to be written
 */
export async function writeWithChoices<T>(
  write: (resolve: Resolutions) => Promise<T>,
  say: (count: number) => ChoiceWords,
): Promise<T | undefined> {
  try {
    return await write([]);
  } catch (error) {
    if (!(error instanceof WireError) || error.clashes.length === 0) throw error;
    const { clashes } = error;
    const choice: { take: 'ours' | 'theirs' } = { take: 'ours' };
    const { ours, theirs, ...words } = say(clashes.length);
    const more = (
      <Stack gap="sm">
        <ul>
          {clashes.slice(0, SHOWN).map(({ clashId, key, path }) => (
            <Text key={clashId} component="li" size="sm" dir="auto">
              {key} {path.join(' › ')}
            </Text>
          ))}
          {clashes.length > SHOWN && <Text component="li">…</Text>}
        </ul>
        <Radio.Group
          aria-label={words.title}
          defaultValue={choice.take}
          onChange={(value) => {
            choice.take = value === 'theirs' ? 'theirs' : 'ours';
          }}
        >
          <Stack gap={6}>
            <Radio value="ours" label={ours} />
            <Radio value="theirs" label={theirs} />
          </Stack>
        </Radio.Group>
      </Stack>
    );
    if (!(await confirm({ ...words, more }))) return undefined;
    return write(clashes.map(({ kind, key, path }) => ({ kind, key, path, take: choice.take })));
  }
}

const SHOWN = 10;
