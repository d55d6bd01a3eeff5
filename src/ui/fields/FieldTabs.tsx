import { Tabs, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useProblems } from '../form/FormContext.tsx';
import type { FormPath } from '../form/values.ts';
import type { Field } from '../wire/interface.ts';
import classes from './Fields.module.css';
import type { FieldSection } from './layout.ts';

interface FieldTabsProps {
  readonly sections: readonly FieldSection<Field>[];
  readonly path: FormPath;
  readonly show: (section: FieldSection<Field>) => ReactNode;
}

/** The tabs of a form. All panels are mounted and one is visible; a tab whose panel has a problem is marked. */
export function FieldTabs({ sections, path, show }: FieldTabsProps) {
  const { t } = useTranslation();
  const problems = useProblems();
  const prefix = `${path.join('/')}/`;
  const problemPaths = problems.map((problem) => `${(problem.path ?? []).join('/')}/`);
  const hasProblem = ({ groups }: FieldSection<Field>): boolean =>
    groups.some(({ fields }) =>
      fields.some(({ name }) => problemPaths.some((at) => at.startsWith(`${prefix}${name}/`))),
    );
  return (
    <Tabs defaultValue={sections[0]?.tab ?? null}>
      <Tabs.List mb="lg">
        {sections.map((section) => (
          <Tabs.Tab key={section.tab} value={section.tab ?? ''}>
            <span dir="auto">{section.tab}</span>
            {hasProblem(section) && (
              <span className={classes.problem}>
                <VisuallyHidden>{t('fields.tabProblem')}</VisuallyHidden>
              </span>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {sections.map((section) => (
        <Tabs.Panel key={section.tab} value={section.tab ?? ''}>
          {show(section)}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
