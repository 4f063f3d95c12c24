import { homedir } from 'node:os';
import { join } from 'node:path';
import { CredentialFault } from '../credential-fault.js';
import { type GoogleIdentity } from '../identity/parsed-auth.js';
import { readCredentialFile } from '../read-credential-file.js';
import { type GoogleDocument, parseGoogleDocument } from './google-document.js';

const METADATA_HOST = 'metadata.google.internal';

/** The credentials of the channel, or of the machine. Undefined if only the metadata server can have them. */
export async function loadDefaultCredentials(
  { from }: GoogleIdentity,
  environment: NodeJS.ProcessEnv,
): Promise<GoogleDocument | undefined> {
  if (from.kind === 'document') return from.document;
  if (from.kind === 'file') return readFrom(from.path, 'auth.credentials_file');
  const named = environment['GOOGLE_APPLICATION_CREDENTIALS'];
  if (named !== undefined && named !== '') return readFrom(named, 'GOOGLE_APPLICATION_CREDENTIALS');
  try {
    return await readFrom(getUserFile(environment), 'the credentials of gcloud');
  } catch (error) {
    if (error instanceof CredentialFault) return undefined;
    throw error;
  }
}

/** The file that `gcloud auth application-default login` writes. */
function getUserFile({ CLOUDSDK_CONFIG: folder, APPDATA: appData }: NodeJS.ProcessEnv): string {
  const defaultFolder =
    appData === undefined ? join(homedir(), '.config', 'gcloud') : join(appData, 'gcloud');
  return join(folder || defaultFolder, 'application_default_credentials.json');
}

function readFrom(path: string, setting: string): Promise<GoogleDocument> {
  return readCredentialFile(path, setting, (text) => parseGoogleDocument(text, `the file of ${setting}`));
}

export function getMetadataUrl({ GCE_METADATA_HOST: host }: NodeJS.ProcessEnv): string {
  return `http://${host || METADATA_HOST}/computeMetadata/v1/instance/service-accounts/default/token`;
}
