import { type Actor, actorRefName } from '../access.ts';
import { judgeOfRole, type RightsJudge } from './judge.ts';

/** An actor with the rights of a role: by default those of the built-in one that the actor names. */
export function createActor(who: Omit<Actor, 'rights'>, judge: RightsJudge = judgeOfRole(who.role)): Actor {
  const name = actorRefName(who);
  return { ...who, rights: who.changesOnly ? judge.rightsOfProposer(name) : judge.rightsOf(name) };
}
