import { Alert, List, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormScope, useProblems } from '../../../form/FormContext.tsx';
import { goTo } from '../../../form/goTo.ts';
import { asSentence } from '../../../parts/asSentence.ts';
import type { AdminContentType } from '../../../wire/interface.ts';
import { blockTypesQuery } from '../../../wire/queries.ts';
import type { WireProblem } from '../../../wire/WireError.ts';
import { describePath } from './describePath.ts';

interface FormProblemsProps {
  readonly type: AdminContentType | undefined;
}

/** Everything that keeps a page from being published, each with a link to its input. It never moves what one reads. */
export function FormProblems({ type }: FormProblemsProps) {
  const { t } = useTranslation();
  const problems = useProblems();
  if (problems.length === 0) return null;
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      mb="md"
      icon={<IconAlertTriangle />}
      title={t('page.problems', { count: problems.length })}
    >
      <FormProblemList problems={problems} type={type} onChoose={goTo} />
    </Alert>
  );
}

interface ProblemListProps extends FormProblemsProps {
  readonly problems: readonly WireProblem[];
  /** Leads to the input of a value. */
  onChoose(path: readonly string[]): void;
}

/** Problems in the labels of the form, each a link to its input. */
export function FormProblemList({ problems, type, onChoose }: ProblemListProps) {
  const { t } = useTranslation();
  const { form } = useFormScope();
  const { data: blockTypes = [] } = useQuery(blockTypesQuery);
  return (
    <List size="sm" listStyleType="none">
      {problems.map(({ path = [], message }) => (
        <List.Item key={`${path.join('/')} ${message}`}>
          <UnstyledButton fz="sm" onClick={() => onChoose(path)}>
            <strong>{describePath(path, { values: form.values(), type, blockTypes, t })}</strong>: {asSentence(message)}
          </UnstyledButton>
        </List.Item>
      ))}
    </List>
  );
}
