import { Alert, List, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormScope, useProblems } from '../../../form/FormContext.tsx';
import { goTo } from '../../../form/goTo.ts';
import type { AdminContentType } from '../../../wire/interface.ts';
import { blockTypesQuery } from '../../../wire/queries.ts';
import type { WireProblem } from '../../../wire/WireError.ts';
import { describePath } from './describePath.ts';

interface ProblemsProps {
  readonly type: AdminContentType | undefined;
}

/** Everything that keeps a page from being saved, each with a link to its input. */
export function Problems({ type }: ProblemsProps) {
  const { t } = useTranslation();
  const { form } = useFormScope();
  const problems = useProblems();
  const { data: blockTypes = [] } = useQuery(blockTypesQuery);
  const box = useRef<HTMLDivElement>(null);
  const known = useRef<readonly WireProblem[]>([]);
  useEffect(() => {
    // A save brings new problems. Solving one leaves the others, and must not take the focus from its input.
    const areNew = problems.some((problem) => !known.current.includes(problem));
    known.current = problems;
    if (areNew) box.current?.focus();
  }, [problems]);
  if (problems.length === 0) return null;
  return (
    <Alert
      ref={box}
      tabIndex={-1}
      role="alert"
      color="red"
      variant="light"
      mb="md"
      icon={<IconAlertTriangle />}
      title={t('page.problems', { count: problems.length })}
    >
      <List size="sm" listStyleType="none">
        {problems.map(({ path = [], message }) => (
          <List.Item key={`${path.join('/')} ${message}`}>
            <UnstyledButton fz="sm" onClick={() => goTo(path)}>
              <strong>{describePath(path, { values: form.values(), type, blockTypes, t })}</strong>: {message}
            </UnstyledButton>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
