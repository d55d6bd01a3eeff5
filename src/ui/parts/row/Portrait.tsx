import { Avatar } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { usersQuery } from '../../wire/queries.ts';

interface PortraitProps {
  /** As history and the log name them: `user/1`; null for who is none of Quire's. */
  readonly actor: string | null;
  readonly name: string;
}

/** The picture of who has done something, or the first letters of the name, which stands beside it. */
export function Portrait({ actor, name }: PortraitProps) {
  const { data: users = [] } = useQuery(usersQuery);
  const user = users.find(({ id }) => actor === `user/${id}`);
  return <Avatar src={user?.picture ?? null} name={name} color="accent" size={22} radius="xl" aria-hidden />;
}
