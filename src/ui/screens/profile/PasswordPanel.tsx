import { Button, Group, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../parts/dialog/confirm.tsx';
import { notifyError, notifySuccess } from '../../parts/dialog/notify.tsx';
import { problemText } from '../../parts/screen/problemText.ts';
import { ask } from '../../wire/ask.ts';
import { factorsQuery, useRefreshFactors } from './SignInPanel.tsx';

/** One's password, as far as one may have one. */
export function PasswordPanel() {
  const { t } = useTranslation();
  const { data } = useQuery(factorsQuery);
  const [isOpen, { open, close }] = useDisclosure();
  if (!data) return null;
  const { hasPassword, canHavePassword, canDoWithoutPassword, provider } = data;
  return (
    <>
      {provider && (
        <Text size="sm" mb="lg">
          {t(canHavePassword ? 'signIn.alsoByProvider' : 'signIn.byProvider', { name: provider })}
        </Text>
      )}
      {canHavePassword && (
        <>
          <Title order={3} size="h5" mb="xs">
            {t('session.password')}
          </Title>
          <Text size="sm" c="dimmed" mb="sm">
            {t(hasPassword ? 'signIn.hasPassword' : 'signIn.noPassword')}
          </Text>
          {isOpen ? (
            <NewPassword onClose={close} />
          ) : (
            <Group mb="lg">
              <Button size="compact-sm" variant="default" onClick={open}>
                {t(hasPassword ? 'signIn.changePassword' : 'signIn.setPassword')}
              </Button>
              {hasPassword && canDoWithoutPassword && <RemoveButton />}
            </Group>
          )}
        </>
      )}
    </>
  );
}

function NewPassword({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const refresh = useRefreshFactors();
  const form = useForm({ mode: 'uncontrolled', initialValues: { password: '' } });
  const setting = useMutation({
    mutationFn: (body: { readonly password: string }) => ask('PUT /api/admin/auth/password', { body }),
    async onSuccess() {
      notifySuccess(t('signIn.passwordSet'));
      await refresh();
      onClose();
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => setting.mutate(values))}>
      <Stack gap="sm" mb="lg">
        <PasswordInput
          key={form.key('password')}
          {...form.getInputProps('password')}
          label={t('signIn.newPassword')}
          description={t('session.passwordHelp')}
          error={setting.error && problemText(setting.error)}
          autoComplete="new-password"
          required
          withAsterisk={false}
          autoFocus
        />
        <Group>
          <Button type="submit" loading={setting.isPending}>
            {t('common.save')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function RemoveButton() {
  const { t } = useTranslation();
  const refresh = useRefreshFactors();
  const removing = useMutation({
    mutationFn: () => ask('DELETE /api/admin/auth/password'),
    async onSuccess() {
      notifySuccess(t('signIn.passwordRemoved'));
      await refresh();
    },
    onError: notifyError,
  });
  const remove = async (): Promise<void> => {
    const [title, text] = [t('signIn.removePassword'), t('signIn.removePasswordText')];
    if (await confirm({ title, text, action: t('signIn.remove'), isDangerous: true })) removing.mutate();
  };
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={removing.isPending}
      aria-label={`${t('signIn.remove')}: ${t('session.password')}`}
      onClick={() => void remove()}
    >
      {t('signIn.remove')}
    </Button>
  );
}
