import { Table, Text, Title, VisuallyHidden } from '@mantine/core';
import { useRouteContext } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { compileRule, reachOf } from '../../../../model/rights/compileRule.ts';
import type { ContentKind, UserRight } from '../../../session/rights.ts';
import type { RightsLine } from './roleDraft.ts';

interface RightsTableProps {
  /** What the role begins with. */
  readonly base: readonly RightsLine[];
  readonly allow: readonly RightsLine[];
  readonly deny: readonly RightsLine[];
}

const SIGNS = { always: '●', sometimes: '◐', never: '–' } as const;

/** What a role may do with each kind of content: always, with some, or never. */
export function RightsTable({ base, allow, deny }: RightsTableProps) {
  const { t } = useTranslation();
  const { caller } = useRouteContext({ from: '/shell' });
  const kinds = Object.keys(caller.rights.kinds) as ContentKind[];
  const rights = Object.keys(caller.rights.kinds.page) as UserRight[];
  const rules = useMemo(() => {
    const compile = (rule: RightsLine) => compileRule(rule, Object.keys(caller.rights.kinds));
    return { allowed: [...base, ...allow].map(compile), denied: deny.map(compile) };
  }, [base, allow, deny, caller]);
  return (
    <section aria-labelledby="role-table">
      <Title order={3} size="h6" mb={6} id="role-table">
        {t('roles.table')}
      </Title>
      <Table.ScrollContainer minWidth={440}>
        <Table withTableBorder verticalSpacing={4} fz="xs" aria-labelledby="role-table">
          <Table.Thead>
            <Table.Tr>
              <Table.Td />
              {rights.map((right) => (
                <Table.Th key={right} scope="col" ta="center">
                  {t(`roles.verbs.${right}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {kinds.map((kind) => (
              <Table.Tr key={kind}>
                <Table.Th scope="row">{t(`kinds.${kind}.many`)}</Table.Th>
                {rights.map((right) => {
                  const reach = reachOf(rules, right, kind);
                  return (
                    <Table.Td key={right} ta="center" c={reach === 'never' ? 'dimmed' : undefined}>
                      <span aria-hidden>{SIGNS[reach]}</span>
                      <VisuallyHidden>{t(`roles.reaches.${reach}`)}</VisuallyHidden>
                    </Table.Td>
                  );
                })}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="xs" c="dimmed" mt={4}>
        {t('roles.legend')}
      </Text>
    </section>
  );
}
