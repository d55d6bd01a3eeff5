import { type Cms, createCms } from '../../cms/cms.ts';
import { readServerConfig, type ServerConfig } from '../../config.ts';
import { printRefusal } from '../../extend/command.ts';
import { loadSiteCode } from '../../extend/load/loadSiteCode.ts';
import { createLog } from '../../http/log/log.ts';
import { isInstanceRunning } from '../../lib/disk/guardInstance.ts';
import { readPackageVersion } from '../../lib/disk/readPackageVersion.ts';
import { CmsError } from '../../model/errors.ts';
import { runningSocket } from '../../store/privateFolder.ts';

interface CmsTask {
  /** The variables that name the folders; by default those of the process. */
  readonly env?: NodeJS.ProcessEnv;
  /** The message to print if a server is running on the folders; `url` is its address. */
  whileServed(url: string): string;
  /** @returns the exit code */
  run(cms: Cms): Promise<number>;
}

/**
 * Opens the content folder with a server's locks, works on it and closes it again. If a server is running on it or the
 * work is refused, prints why. @returns the exit code
 */
export async function withCms({ env = process.env, whileServed, run }: CmsTask): Promise<number> {
  const config = readServerConfig(env, process.cwd());
  if (await isInstanceRunning(runningSocket(config.privateDir)))
    return printRefusal(whileServed(configuredUrl(config)));
  // Where the folders are copies, the code is still that of the site.
  const code = await loadSiteCode(readServerConfig(process.env, process.cwd()), process.env);
  const cms = await createCms({ config, log: createLog('error'), version: readPackageVersion(), ...code });
  try {
    return await run(cms);
  } catch (error) {
    if (error instanceof CmsError) return printRefusal(...error.details.map(showDetail));
    throw error;
  } finally {
    await cms.close();
  }
}

const configuredUrl = ({ host, port }: ServerConfig): string => `http://${host}:${port}`;

const showDetail = ({ path, message }: CmsError['details'][number]): string =>
  path.length > 0 ? `${path.join('.')}: ${message}` : message;
