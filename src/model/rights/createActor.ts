import { type Actor, actorRefName } from '../access.ts';
import { judgeOfRole, type RightsJudge, withoutPublish } from './judge.ts';

/** An actor with the rights of a role: by default those of the built-in one that the actor names. */
export function createActor(who: Omit<Actor, 'rights'>, judge: RightsJudge = judgeOfRole(who.role)): Actor {
  const rights = judge.rightsOf(actorRefName(who));
  return { ...who, rights: who.changesOnly ? withoutPublish(rights) : rights };
}
