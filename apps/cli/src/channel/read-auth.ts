import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { keysInEnvironment } from './keys-in-environment.js';

interface AuthOptions {
  auth: string | undefined;
  authSet: string[] | undefined;
  authEnv: string[] | undefined;
}

/** The identity of a channel, in the words of the admin API; undefined where nothing was said. */
export async function readAuth({ auth, authSet, authEnv }: AuthOptions): Promise<object | undefined> {
  if (auth === undefined) {
    if (authSet === undefined && authEnv === undefined) return undefined;
    throw new CommandFailure('--auth-set and --auth-env need --auth.', exitCodes.usage);
  }
  const plain = (authSet ?? []).map((written) => splitSetting('--auth-set', written));
  const named = (authEnv ?? []).map((written) => splitSetting('--auth-env', written));
  const values = await keysInEnvironment(
    '--auth-env',
    named.map(([, variable]) => variable),
  );
  const secrets = named.map(([member], index) => [member, values[index]]);
  return { type: auth, ...Object.fromEntries([...plain, ...secrets]) };
}

function splitSetting(option: string, written: string): [member: string, value: string] {
  const [member = '', ...value] = written.split('=');
  if (value.length > 0 && member !== '') return [member, value.join('=')];
  throw new CommandFailure(`${option} takes name=value.`, exitCodes.usage);
}
