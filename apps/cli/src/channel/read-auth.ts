import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { keysInEnvironment } from './keys-in-environment.js';

interface AuthOptions {
  auth: string | undefined;
  authSet: string[] | undefined;
  authEnv: string[] | undefined;
}

/** The identity of a channel, with the names of the admin API; undefined if not given. */
export async function readAuth({ auth, authSet, authEnv }: AuthOptions): Promise<object | undefined> {
  if (auth === undefined) {
    if (authSet === undefined && authEnv === undefined) return undefined;
    throw new CommandFailure('--auth-set and --auth-env need --auth.', exitCodes.usage);
  }
  const plain = (authSet ?? []).map((input) => splitSetting('--auth-set', input));
  const named = (authEnv ?? []).map((input) => splitSetting('--auth-env', input));
  const values = await keysInEnvironment(
    '--auth-env',
    named.map(([, variable]) => variable),
  );
  const secrets = named.map(([member], index) => [member, values[index]]);
  return { type: auth, ...Object.fromEntries([...plain, ...secrets]) };
}

function splitSetting(option: string, input: string): [member: string, value: string] {
  const [member = '', ...value] = input.split('=');
  if (value.length > 0 && member !== '') return [member, value.join('=')];
  throw new CommandFailure(`${option} must be name=value.`, exitCodes.usage);
}
