import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import ReactCrop, { type PercentCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import { type CropArea, cropArea, readRatio } from '../../../../model/media/mediaVariant.ts';
import type { FocusPosition } from '../../../parts/media/shown.ts';
import type { AdminMedia } from '../../../wire/interface.ts';
import classes from './Crops.module.css';

type SiteCrop = NonNullable<AdminMedia['siteCrops']>[number];
/** The chosen parts of a picture, by the names of their crops; null for none. */
export type CropChoices = Readonly<Record<string, CropArea>> | null;

interface CropsProps {
  readonly item: AdminMedia;
  readonly value: CropChoices;
  readonly focalPoint: FocusPosition | null;
  /** Absent if the user may not change it. */
  readonly onChange?: ((value: CropChoices) => void) | undefined;
}

/** The shapes that the site shows a picture in, as they are chosen at present, and the one that is being chosen. */
export function Crops({ item, value, focalPoint, onChange }: CropsProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string | null>(null);
  const { siteCrops = [] } = item;
  const areaOf = (crop: SiteCrop): PercentCrop => toPercent(item, crop, { focalPoint, crops: value });
  const open = siteCrops.find(({ name }) => name === chosen);
  return (
    <Stack gap="xs" role="group" aria-label={t('crops.title')}>
      <Text size="sm" fw={500}>
        {t('crops.title')}
      </Text>
      <Group gap="sm" align="end">
        {siteCrops.map((crop) => (
          <UnstyledButton
            key={crop.name}
            className={classes.choice}
            aria-pressed={crop.name === chosen}
            aria-label={t('crops.one', crop)}
            onClick={() => setChosen(crop.name === chosen ? null : crop.name)}
          >
            <CropPreview item={item} area={areaOf(crop)} ratio={readRatio(crop.ratio)} />
            <Text size="xs" c={value?.[crop.name] ? undefined : 'dimmed'} aria-hidden>
              {crop.name}
            </Text>
          </UnstyledButton>
        ))}
      </Group>
      {open && onChange && (
        <CropChooser
          item={item}
          crop={open}
          area={areaOf(open)}
          onChange={(area) => onChange({ ...value, [open.name]: area })}
          onReset={value?.[open.name] && (() => onChange(without(value, open.name)))}
        />
      )}
      <Text size="xs" c="dimmed">
        {t(onChange ? 'crops.help' : 'crops.helpReading')}
      </Text>
    </Stack>
  );
}

interface ChooserProps {
  readonly item: AdminMedia;
  readonly crop: SiteCrop;
  readonly area: PercentCrop;
  onChange(area: CropArea): void;
  /** Absent if nothing is chosen. */
  readonly onReset: (() => void) | undefined;
}

/** The picture with the part that a crop shows, to be moved and resized by pointer, finger and arrow keys. */
function CropChooser({ item, crop, area, onChange, onReset }: ChooserProps) {
  const { t } = useTranslation();
  return (
    <div>
      <div className={classes.frame}>
        <ReactCrop
          key={crop.name}
          crop={area}
          aspect={readRatio(crop.ratio)}
          keepSelection
          minWidth={8}
          ariaLabels={{
            cropArea: t('crops.area', crop),
            nwDragHandle: t('crops.corner'),
            nDragHandle: t('crops.corner'),
            neDragHandle: t('crops.corner'),
            eDragHandle: t('crops.corner'),
            seDragHandle: t('crops.corner'),
            sDragHandle: t('crops.corner'),
            swDragHandle: t('crops.corner'),
            wDragHandle: t('crops.corner'),
          }}
          onChange={(_, { x, y, width }) => width > 0 && onChange({ x: share(x), y: share(y), width: share(width) })}
        >
          <img src={item.variantUrls.large} alt={item.altText ?? ''} className={classes.picture} draggable={false} />
        </ReactCrop>
      </div>
      {onReset && (
        <Button size="compact-xs" variant="subtle" color="gray" onClick={onReset} mt={6}>
          {t('crops.reset')}
        </Button>
      )}
    </div>
  );
}

interface PreviewProps {
  readonly item: AdminMedia;
  readonly area: PercentCrop;
  readonly ratio: number;
}

/** What a crop shows of a picture. */
const CropPreview = ({ item, area, ratio }: PreviewProps) => (
  <span className={classes.preview} style={{ aspectRatio: ratio }}>
    <img
      src={item.variantUrls.medium}
      alt=""
      className={classes.part}
      style={{
        width: `${10_000 / area.width}%`,
        left: `${(-100 * area.x) / area.width}%`,
        insetBlockStart: `${(-100 * area.y) / area.height}%`,
      }}
      draggable={false}
    />
  </span>
);

/** A share of the picture to four digits, of what is in percent. */
const share = (percent: number): number => Math.round(percent * 100) / 10_000;

interface Choices {
  readonly focalPoint: FocusPosition | null;
  readonly crops: CropChoices;
}

/** The part of a picture that a crop shows at present. */
function toPercent({ width, height }: AdminMedia, crop: SiteCrop, { focalPoint, crops }: Choices): PercentCrop {
  // Only pictures of known size have crops.
  const whole = { width: width ?? 1, height: height ?? 1 };
  const focus = { focalPoint: focalPoint ?? undefined, crops: crops ?? undefined };
  const area = cropArea(whole, { of: crop.name, ratio: readRatio(crop.ratio) }, focus);
  const [across, down] = [100 / whole.width, 100 / whole.height];
  return {
    unit: '%',
    x: area.left * across,
    y: area.top * down,
    width: area.width * across,
    height: area.height * down,
  };
}

function without(value: NonNullable<CropChoices>, name: string): CropChoices {
  const { [name]: _, ...others } = value;
  return Object.keys(others).length === 0 ? null : others;
}
