import { Button, Group, Text } from '@mantine/core';
import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { type FocusPosition, focusOf } from '../../../parts/media/shown.ts';
import type { AdminMedia } from '../../../wire/interface.ts';
import classes from './FocalPoint.module.css';

interface FocalPointProps {
  readonly item: AdminMedia;
  readonly value: FocusPosition | null;
  /** Absent if the user may not change it. */
  readonly onChange?: ((point: FocusPosition | null) => void) | undefined;
}

const STEP = 0.02;
const MOVES: Readonly<Record<string, FocusPosition>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};

const clamp = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000;

/** The point of the picture under the pointer. */
function pointAt({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>): FocusPosition {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { x: clamp((clientX - left) / width), y: clamp((clientY - top) / height) };
}
/** A picture and its focal point, which stays visible however the picture is cropped. Set it by pointer or arrow keys. */
export function FocalPoint({ item, value, onChange }: FocalPointProps) {
  const { t } = useTranslation();
  const point = value ?? focusOf({ focalPoint: null });

  const click = (event: MouseEvent<HTMLElement>): void => {
    // A click by keyboard has no position.
    if (event.detail > 0) onChange?.(pointAt(event));
  };
  const drag = (event: PointerEvent<HTMLElement>): void => {
    if (event.buttons === 1) onChange?.(pointAt(event));
  };
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const by = MOVES[event.key];
    if (!by || !onChange) return;
    event.preventDefault();
    onChange({ x: clamp(point.x + by.x), y: clamp(point.y + by.y) });
  };
  const picture = (
    <img
      src={item.variantUrls.large}
      alt={item.altText ?? ''}
      className={classes.picture}
      width={item.width ?? undefined}
      height={item.height ?? undefined}
      draggable={false}
    />
  );
  if (!onChange) return <div className={classes.frame}>{picture}</div>;
  const percent = { x: Math.round(point.x * 100), y: Math.round(point.y * 100) };
  return (
    <div>
      <div className={classes.frame}>
        <button
          type="button"
          className={classes.area}
          onClick={click}
          onPointerMove={drag}
          onKeyDown={move}
          aria-label={t('media.focalPoint', percent)}
          aria-describedby="focal-help"
        >
          {picture}
          <span
            className={classes.mark}
            style={{ insetBlockStart: `${point.y * 100}%`, left: `${point.x * 100}%` }}
            data-is-set={value !== null || undefined}
          />
        </button>
      </div>
      <Group justify="space-between" wrap="nowrap" align="start" mt={6}>
        <Text size="xs" c="dimmed" id="focal-help">
          {t('media.focalHelp')}
        </Text>
        {value && (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onChange(null)} flex="none">
            {t('media.focalReset')}
          </Button>
        )}
      </Group>
    </div>
  );
}
