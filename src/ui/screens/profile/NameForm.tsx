import { Avatar, Button, FileButton, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { notifyError, notifySuccess } from '../../parts/dialog/notify.tsx';
import { problemText } from '../../parts/screen/problemText.ts';
import { useProfileSaving, useRefreshedCaller } from '../../session/useProfileSaving.ts';
import { ask } from '../../wire/ask.ts';
import { sendBytes } from '../../wire/sendBytes.ts';
import classes from './ProfileScreen.module.css';

const PICTURES = 'image/jpeg,image/png,image/webp,image/avif,image/gif,image/tiff';

/** One's name and picture. */
export function NameForm() {
  const { t } = useTranslation();
  const { caller } = useRouteContext({ from: '/shell' });
  const form = useForm({ initialValues: { name: caller.name } });
  const saving = useProfileSaving();
  const save = ({ name }: { readonly name: string }): void =>
    saving.mutate(
      { name },
      {
        onSuccess() {
          form.resetDirty({ name });
          notifySuccess(t('common.saved'));
        },
      },
    );
  return (
    <div className={classes.inputs}>
      <PictureInput />
      <form onSubmit={form.onSubmit(save)}>
        <Group align="end" gap="sm" wrap="nowrap">
          <TextInput
            label={t('common.name')}
            autoComplete="name"
            dir="auto"
            flex={1}
            {...form.getInputProps('name')}
            error={saving.error ? problemText(saving.error) : undefined}
          />
          <Button type="submit" loading={saving.isPending} disabled={!form.isDirty()}>
            {t('common.save')}
          </Button>
        </Group>
      </form>
    </div>
  );
}

function PictureInput() {
  const { t } = useTranslation();
  const { caller } = useRouteContext({ from: '/shell' });
  const refresh = useRefreshedCaller();
  const setting = useMutation({
    mutationFn: (file: File | null) =>
      file ? sendBytes('PUT /api/admin/auth/me/picture', file) : ask('DELETE /api/admin/auth/me/picture'),
    onSuccess: refresh,
    onError: notifyError,
  });
  return (
    <div className={classes.picture}>
      <Avatar src={caller.picture ?? null} name={caller.name} color="accent" size={72} radius="50%" aria-hidden />
      <FileButton onChange={(file) => file && setting.mutate(file)} accept={PICTURES}>
        {(props) => (
          <Button variant="default" loading={setting.isPending} {...props}>
            {t('profile.choosePicture')}
          </Button>
        )}
      </FileButton>
      {caller.picture && (
        <Button variant="subtle" color="gray" onClick={() => setting.mutate(null)}>
          {t('profile.removePicture')}
        </Button>
      )}
    </div>
  );
}
