import { expect, it } from 'vitest';
import { runHandler } from '../../../src/extend/endpoints/runHandler.ts';
import { CmsError } from '../../../src/model/errors.ts';

function optionsFor(limits = { timeoutMs: 20, blockingMs: 1_000 }) {
  const told: string[] = [];
  const options = { name: 'It', limits, onSlow: () => void told.push('slow'), onOver: () => void told.push('over') };
  return { told, options };
}

it('answers 503 for a promise that is never settled, and tells that it is over', async () => {
  const { told, options } = optionsFor();
  const error = await Promise.resolve(runHandler(() => new Promise(() => {}), options)).catch((one: unknown) => one);
  expect(error).toBeInstanceOf(CmsError);
  expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', cause: { message: 'It did not answer within 20 ms' } });
  expect(told).toEqual(['over']);
});

it('names what failed, with its cause, for the log', () => {
  const { told, options } = optionsFor();
  const cause = new Error('no table');
  const run = () =>
    runHandler(() => {
      throw cause;
    }, options);
  expect(run).toThrow(expect.objectContaining({ message: 'It failed: no table', cause }));
  expect(told).toEqual(['over']);
});

it('tells a run that blocks others for too long, also one that fails', () => {
  const { told, options } = optionsFor({ timeoutMs: 20, blockingMs: -1 });
  expect(runHandler(() => 1, options)).toBe(1);
  expect(() => runHandler(() => undefined, options)).toThrow('It failed: The answer is undefined, which is not JSON');
  expect(told).toEqual(['over', 'slow', 'over', 'over', 'slow']);
});
