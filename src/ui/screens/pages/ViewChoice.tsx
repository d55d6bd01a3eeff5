import { SegmentedControl } from '@mantine/core';
import { type Icon, IconList, IconListTree } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PageListSearch } from './queries.ts';

interface ViewChoiceProps {
  readonly view: PageListSearch['view'];
  onChange(view: PageListSearch['view']): void;
}

/** Shows the pages as a list, or as a tree of their addresses. */
export function ViewChoice({ view, onChange }: ViewChoiceProps) {
  const { t } = useTranslation();
  return (
    <SegmentedControl
      aria-label={t('pages.view')}
      value={view ?? 'list'}
      onChange={(chosen) => onChange(chosen === 'tree' ? chosen : undefined)}
      data={[
        { value: 'list', label: <ViewMark icon={IconList} words={t('pages.asList')} /> },
        { value: 'tree', label: <ViewMark icon={IconListTree} words={t('pages.asTree')} /> },
      ]}
    />
  );
}

interface ViewMarkProps {
  readonly icon: Icon;
  readonly words: string;
}

function ViewMark({ icon: IconOf, words }: ViewMarkProps) {
  return (
    <span title={words} style={{ display: 'flex' }}>
      <IconOf size={17} stroke={1.7} aria-hidden />
      <span className="visuallyHidden">{words}</span>
    </span>
  );
}
