// Publishes a change in a process of its own, which is killed before one of the calls that change the disk.
import { failingFs } from '../../git/failingFs.ts';
import { OPENING, openSite, publish } from './readySite.ts';

const [folder = '', call] = process.argv.slice(2);
const { fs, count } = failingFs(Number(call), () => process.kill(process.pid, 'SIGKILL'));
count.calls = OPENING;
const cms = await openSite(folder, fs);
count.calls = 0;
await publish(cms);
await cms.close();
