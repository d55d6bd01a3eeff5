import { useMantineColorScheme } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { chooseLanguage } from '../i18n/i18n.ts';
import { notifyError } from '../parts/dialog/notify.tsx';
import { ask } from '../wire/ask.ts';
import type { Profile } from '../wire/interface.ts';
import { createQueryKey } from '../wire/keys.ts';
import { callerQuery } from './session.ts';

/** Shows everywhere what the user has changed about themselves. */
export function useRefreshedCaller(): () => Promise<void> {
  const client = useQueryClient();
  const router = useRouter();
  return async () => {
    await client.fetchQuery({ ...callerQuery, staleTime: 0 });
    await Promise.all([router.invalidate(), client.invalidateQueries({ queryKey: createQueryKey('user') })]);
  };
}

/** What people choose for themselves. */
type ProfileChoices = Partial<Pick<Profile, 'name' | 'language' | 'theme'>>;

/** Saves what the user chooses for themselves on the server, so that it follows them; here it counts at once. */
export function useProfileSaving() {
  const { setColorScheme } = useMantineColorScheme();
  const refresh = useRefreshedCaller();
  return useMutation({
    async mutationFn(body: ProfileChoices) {
      if (body.theme) setColorScheme(body.theme);
      if (body.language) await chooseLanguage(body.language);
      await ask('PUT /api/admin/auth/me', { body });
    },
    onSuccess: refresh,
    onError: notifyError,
  });
}
