import { homedir } from 'node:os';
import { join } from 'node:path';
import { type TokenAnswer, isMap } from '../ask-token-service.js';
import { type GoogleAuth } from '../channel-auth.js';
import { CredentialFault, settingFault } from '../credential-fault.js';
import { readSmallFile } from '../read-small-file.js';

const METADATA_HOST = 'metadata.google.internal';

/** What the channel names, or else what the machine has; undefined where only the metadata server may know. */
export async function findDefaultCredentials(
  { credentials, credentialsFile }: GoogleAuth,
  environment: NodeJS.ProcessEnv,
): Promise<TokenAnswer | undefined> {
  if (credentials !== undefined) return parse(credentials, 'auth.credentials');
  if (credentialsFile !== undefined) return readFrom(credentialsFile, 'auth.credentials_file');
  const named = environment['GOOGLE_APPLICATION_CREDENTIALS'];
  if (named !== undefined && named !== '') return readFrom(named, 'GOOGLE_APPLICATION_CREDENTIALS');
  try {
    return await readFrom(getUserFile(environment), 'the credentials of gcloud');
  } catch (error) {
    if (error instanceof CredentialFault) return undefined;
    throw error;
  }
}

/** Where `gcloud auth application-default login` leaves them. */
function getUserFile({ CLOUDSDK_CONFIG: folder, APPDATA: appData }: NodeJS.ProcessEnv): string {
  const usual = appData === undefined ? join(homedir(), '.config', 'gcloud') : join(appData, 'gcloud');
  return join(folder || usual, 'application_default_credentials.json');
}

async function readFrom(path: string, setting: string): Promise<TokenAnswer> {
  return parse(await readSmallFile(path, setting), `the file of ${setting}`);
}

function parse(text: string, place: string): TokenAnswer {
  try {
    const members: unknown = JSON.parse(text);
    if (isMap(members)) return members;
  } catch {
    // The parser's words may repeat what stands there.
  }
  throw settingFault(`There is no JSON of Google credentials in ${place}.`, `Check ${place}.`);
}

export function getMetadataUrl({ GCE_METADATA_HOST: host }: NodeJS.ProcessEnv): string {
  return `http://${host || METADATA_HOST}/computeMetadata/v1/instance/service-accounts/default/token`;
}
