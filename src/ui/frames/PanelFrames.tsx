import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { FrameRecord } from '../../frame/types.ts';
import { valueOfInput } from '../fields/value/valueOfInput.ts';
import { useFormScope } from '../form/FormContext.tsx';
import { type FormPath, getValueAt } from '../form/values.ts';
import { HomeSection } from '../screens/home/HomeSection.tsx';
import type { ExtensionPanel, Field } from '../wire/interface.ts';
import { FailedFrame } from './host/FailedFrame.tsx';
import { FrameHost } from './host/FrameHost.tsx';
import type { FrameHostProps } from './host/frameProps.ts';
import { useCheckKind } from './kinds.ts';
import classes from './PanelFrames.module.css';
import { framesQuery } from './queries.ts';
import { FrameRefusal } from './request/FrameRefusal.ts';
import { useRecord } from './request/useRecord.ts';

/** What panels stand beside: the values at a path of the form around them, or a record that is given. */
export type PanelHolder =
  | { readonly fields: readonly Field[]; readonly path: FormPath }
  | {
      readonly record: FrameRecord;
      readonly isReadOnly: boolean;
      /** @throws FrameRefusal if the record has no such field, or it cannot hold the value */
      setField(name: string, value: unknown): void;
    };

export interface PanelFramesProps {
  readonly at: ExtensionPanel['at'];
  /** What the panels stand beside, if it is a record. */
  readonly holder?: PanelHolder;
  /** The slug of its type. */
  readonly type?: string;
}

/** The panels of one place, one below the other. */
export function PanelFrames({ at, holder, type = '' }: PanelFramesProps) {
  const { data } = useQuery(framesQuery);
  const panels = data?.panels.filter(({ types, ...panel }) => panel.at === at && (types?.includes(type) ?? true)) ?? [];
  if (panels.length === 0) return null;
  if (holder === undefined) return <Panels panels={panels} state={NOWHERE} />;
  if ('record' in holder) return <RecordPanels panels={panels} {...holder} />;
  return <FormPanels panels={panels} {...holder} />;
}

const NOWHERE: FrameHostProps['state'] = {
  ...{ value: undefined, record: null, locale: null },
  ...{ isReadOnly: true, hasHistory: false },
};

interface ListedPanels {
  readonly panels: readonly ExtensionPanel[];
}

type HolderOf<Key extends string> = Extract<PanelHolder, Readonly<Record<Key, unknown>>>;

function FormPanels({ panels, fields, path }: HolderOf<'path'> & ListedPanels) {
  const { form, isReadOnly, locale = null } = useFormScope();
  const checkKind = useCheckKind();
  const record = useRecord(path);
  function propose(name: string | undefined, value: unknown): void {
    const field = fields.find((one) => one.name === name);
    if (!field) throw new FrameRefusal('unknownField');
    checkKind(field.type, value);
    const here = [...path, field.name];
    form.set(here, valueOfInput(value, getValueAt(form.saved(), here), field), { isSeparate: true });
  }
  const state = { value: undefined, record, locale, isReadOnly, hasHistory: true };
  return <Panels panels={panels} state={state} propose={propose} />;
}

function RecordPanels({ panels, record, isReadOnly, setField }: HolderOf<'record'> & ListedPanels) {
  const state = { value: undefined, record, locale: null, isReadOnly, hasHistory: false };
  return <Panels panels={panels} state={state} propose={(name, value) => setField(name ?? '', value)} />;
}

type PanelsProps = ListedPanels & Pick<FrameHostProps, 'state' | 'propose'>;

const Panels = ({ panels, ...shared }: PanelsProps) =>
  panels.map((panel) => <Panel key={panel.url + panel.title} panel={panel} {...shared} />);

interface PanelProps extends Omit<PanelsProps, 'panels'> {
  readonly panel: ExtensionPanel;
}

function Panel({ panel, ...shared }: PanelProps) {
  const id = useId();
  const { title } = panel;
  const frame = (
    <FrameHost
      source={panel}
      title={title}
      failed={(failure, onRetry) => <FailedFrame {...{ title, failure, onRetry }} />}
      {...shared}
    />
  );
  if (panel.at === 'home') return <HomeSection title={title}>{frame}</HomeSection>;
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <Title order={2} id={id} className={classes.title} dir="auto">
        {title}
      </Title>
      {frame}
    </section>
  );
}
