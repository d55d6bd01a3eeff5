import { Select } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { notifyError, notifySuccess } from '../../../parts/dialog/notify.tsx';
import { ask } from '../../../wire/ask.ts';
import type { Requirement } from '../../../wire/interface.ts';
import { createQueryKey } from '../../../wire/keys.ts';

/** What roles must sign in with, and what the organisation's own sign-in decides. */
export const requirementsQuery = {
  queryKey: createQueryKey('role', 'requirements'),
  queryFn: async () => (await ask('GET /api/admin/auth/requirements')).data,
};

/** What people with a role must sign in with. It is no part of the role: choosing saves it at once. */
export function RequirementChoice({ role }: { readonly role: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data } = useQuery(requirementsQuery);
  const saving = useMutation({
    mutationFn: async (requirement: Requirement) =>
      ask('PUT /api/admin/auth/requirements', { body: { required: { ...data?.required, [role]: requirement } } }),
    async onSuccess() {
      notifySuccess(t('signIn.requiredSaved'));
      await client.invalidateQueries({ queryKey: requirementsQuery.queryKey });
    },
    onError: notifyError,
  });
  if (!data) return null;
  const choices = data.canRequirePasskeys ? CHOICES : CHOICES.filter((one) => one !== 'passkey');
  return (
    <Select
      label={t('signIn.required')}
      description={t('signIn.requiredHelp')}
      data={choices.map((value) => ({ value, label: t(`signIn.requirements.${value}`) }))}
      value={data.required[role] ?? 'none'}
      allowDeselect={false}
      disabled={saving.isPending}
      onChange={(value) => value && saving.mutate(value)}
    />
  );
}

const CHOICES = ['none', 'secondFactor', 'passkey'] as const satisfies readonly Requirement[];
