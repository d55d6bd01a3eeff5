import { Button, Group, Text, Textarea } from '@mantine/core';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NamePicture } from '../../richText/document/documentWords.ts';
import { flattenToText } from '../flattenToText.ts';
import { PointerName } from '../PointerName.tsx';
import { type PointerKind, pointersIn } from '../pointers.ts';
import classes from './ClashSides.module.css';

/** How a clash is resolved: with the value of one side, or with another. */
export type ClashDecision = { readonly take: 'ours' | 'theirs' } | { readonly value: unknown };

interface ClashSidesProps {
  /** The value before, and what each side has changed it to. */
  readonly clash: {
    readonly base?: unknown;
    readonly ours: unknown;
    readonly theirs: unknown;
    /** The kind of the record, where it is not known from the form. */
    readonly kind?: string;
    /** The values as an extension says them in a line. */
    readonly summaries?: Readonly<Partial<Record<Side, string | null>>>;
  };
  /** The kind of pointers that the values consist of, if they do. */
  readonly pointers?: PointerKind | undefined;
  /** The labels of the sides, and of the buttons that choose them. */
  readonly words: {
    readonly sides: Readonly<Record<'base' | 'ours' | 'theirs', string>>;
    readonly take: Readonly<Record<'ours' | 'theirs', string>>;
  };
  /** The choice so far, if choosing does not resolve the clash at once. */
  readonly chosen?: ClashDecision | undefined;
  readonly isBusy?: boolean;
  /** Absent if the user may only look. */
  onChoose?: ((choice: ClashDecision) => void) | undefined;
}

/** The two sides of a clashing value next to each other, to choose one of them or write a third. */
export function ClashSides({ clash, pointers, words, chosen, isBusy = false, onChoose }: ClashSidesProps) {
  const { t } = useTranslation();
  const [third, setThird] = useState<string | null>(null);
  const isText = pointers === undefined && typeof clash.ours === 'string' && typeof clash.theirs === 'string';
  const textOf = textsOf(clash, (name) => t('richText.picture.named', { name }));
  const sides = (['base', 'ours', 'theirs'] as const).filter((side) => Object.hasOwn(clash, side));
  const isTaken = (side: 'ours' | 'theirs'): boolean =>
    chosen !== undefined && 'take' in chosen && chosen.take === side;
  return (
    <>
      <div className={classes.sides}>
        {sides.map((side) => (
          <div key={side}>
            <Text size="xs" c="dimmed" mb={4}>
              {words.sides[side]}
            </Text>
            <pre className={classes.value} dir="auto">
              {pointers ? <PointerNames kind={pointers} value={clash[side]} /> : textOf(side) || '–'}
            </pre>
            {onChoose && side !== 'base' && (
              <Button
                size="xs"
                variant={isTaken(side) ? 'filled' : 'default'}
                aria-pressed={chosen ? isTaken(side) : undefined}
                mt="xs"
                disabled={isBusy}
                onClick={() => onChoose({ take: side })}
              >
                {words.take[side]}
              </Button>
            )}
          </div>
        ))}
      </div>
      {onChoose && isText && third === null && (
        <Button
          className={classes.third}
          size="compact-sm"
          variant="subtle"
          mt="sm"
          onClick={() => setThird(String(clash.ours))}
        >
          {t('clash.writeThird')}
        </Button>
      )}
      {onChoose && third !== null && (
        <Group align="flex-end" mt="sm" wrap="nowrap">
          <Textarea
            flex={1}
            label={t('clash.third')}
            autosize
            dir="auto"
            value={third}
            onChange={({ currentTarget: { value } }) => {
              setThird(value);
              // Once a choice has been made, typing updates it.
              if (chosen) onChoose({ value });
            }}
          />
          <Button
            size="xs"
            variant={chosen && 'value' in chosen ? 'filled' : 'default'}
            loading={isBusy}
            onClick={() => onChoose({ value: third })}
          >
            {t('clash.takeThird')}
          </Button>
        </Group>
      )}
    </>
  );
}

interface PointerNamesProps {
  readonly kind: PointerKind;
  readonly value: unknown;
}

function PointerNames({ kind, value }: PointerNamesProps) {
  const pointers = pointersIn(value);
  if (pointers.length === 0) return '–';
  return pointers.map((pointer, index) => (
    <Fragment key={pointer}>
      {index > 0 && '\n'}
      <PointerName kind={kind} pointer={pointer} />
    </Fragment>
  ));
}

type Side = 'base' | 'ours' | 'theirs';

/** Those who write schemas read JSON. */
const SCHEMAS = ['contentType', 'blockType'];

/** How the sides are put into words. Where these are the same, or would say too little, the values are shown as JSON. */
function textsOf(clash: ClashSidesProps['clash'], namePicture: NamePicture): (side: Side) => string {
  const words = (value: unknown): string => flattenToText(value, namePicture);
  const { summaries } = clash;
  if (summaries && summaries.ours !== summaries.theirs) return (side) => summaries[side] ?? words(clash[side]);
  const isSchema = clash.kind !== undefined && SCHEMAS.includes(clash.kind);
  if (words(clash.ours) !== words(clash.theirs) && !isSchema) return (side) => words(clash[side]);
  return (side) => {
    const value = clash[side];
    if (value === undefined || value === null) return '';
    return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  };
}
