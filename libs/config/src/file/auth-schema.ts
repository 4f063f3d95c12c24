import { z } from 'zod';
import { isPrintableLine } from '../text/printable.js';
import { boundedMap } from './bounded.js';
import { addRuleIssue, exclude } from './rules.js';
import * as values from './values.js';

const MAX_PATH_LENGTH = 4_096;
const MAX_SECRET_LENGTH = 8_192;
/** Configurations of federated identities are the longest and have a few kilobytes. */
const MAX_CREDENTIALS_LENGTH = 65_536;

function lineWhere(expected: string, isValid: (text: string) => boolean) {
  return z.string(expected).refine(isValid, expected);
}

const path = lineWhere('the path of a file', (text) => isPrintableLine(text, MAX_PATH_LENGTH));
const secret = lineWhere('a secret (text on one line)', (text) => isPrintableLine(text, MAX_SECRET_LENGTH));
const roleArn = lineWhere('the ARN of a role, such as arn:aws:iam::123456789012:role/models', (text) =>
  /^arn:aws[a-z-]{0,20}:iam::\d{12}:role\/[\w+=,.@/-]{1,576}$/.test(text),
);
const identifier = lineWhere('an id (letters, digits, dots and hyphens)', (text) =>
  /^[a-z\d][a-z\d.-]{0,127}$/i.test(text),
);

const CREDENTIALS = 'the JSON of Google credentials, as a map or as text';

/** The required members of each kind of credentials. */
const GOOGLE_MEMBERS = new Map<unknown, readonly string[]>([
  ['service_account', ['client_email', 'private_key']],
  ['authorized_user', ['client_id', 'client_secret', 'refresh_token']],
  ['external_account', ['audience', 'subject_token_type', 'credential_source']],
  ['impersonated_service_account', ['service_account_impersonation_url', 'source_credentials']],
]);

/** The result is JSON of the parsed value. */
const googleCredentials = z
  .union([z.string(CREDENTIALS), boundedMap(z.record(z.string(), z.unknown(), CREDENTIALS))], CREDENTIALS)
  .transform((given, context) => {
    const text = toJson(given);
    const wrong = text === undefined ? `is not ${CREDENTIALS}` : findCredentialsFault(text);
    if (wrong !== undefined) addRuleIssue(context, [], wrong);
    return text ?? '';
  });

function toJson(given: string | object): string | undefined {
  if (typeof given === 'string' && given.length > MAX_CREDENTIALS_LENGTH) return given;
  try {
    return JSON.stringify(typeof given === 'string' ? JSON.parse(given.trim()) : given);
  } catch {
    return undefined;
  }
}

/** The fault of the JSON, without quoting its content. */
function findCredentialsFault(text: string): string | undefined {
  if (text.length > MAX_CREDENTIALS_LENGTH) return `is longer than ${MAX_CREDENTIALS_LENGTH} characters`;
  const members = parseMap(text);
  if (members === undefined) return `is not ${CREDENTIALS}`;
  const kind = members['type'];
  const needed = GOOGLE_MEMBERS.get(kind);
  if (needed === undefined) return `has no known type (${[...GOOGLE_MEMBERS.keys()].join(', ')})`;
  const missing = needed.find((name) => members[name] === undefined || members[name] === '');
  return missing === undefined ? undefined : `has no ${missing}, which is required for ${String(kind)}`;
}

function parseMap(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isMap ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

const aws = values
  .mapOf('a map that describes AWS credentials', {
    type: z.literal('aws'),
    accessKeyId: values.credential.optional(),
    secretAccessKey: values.credential.optional(),
    sessionToken: values.credential.optional(),
    roleArn: roleArn.optional(),
    tokenUrl: values.httpUrl.optional(),
  })
  .superRefine(requireWith('accessKeyId', 'secretAccessKey'))
  .superRefine(requireWith('secretAccessKey', 'accessKeyId'))
  .superRefine(requireWith('sessionToken', 'accessKeyId'));

const google = values
  .mapOf('a map that describes Google credentials', {
    type: z.literal('google'),
    credentialsFile: path.optional(),
    credentials: googleCredentials.optional(),
    tokenUrl: values.httpUrl.optional(),
  })
  .superRefine(exclude('credentialsFile', 'credentials'));

const entra = values
  .mapOf('a map that describes an identity of Entra ID', {
    type: z.literal('entra'),
    tenantId: identifier.optional(),
    clientId: identifier.optional(),
    clientSecret: secret.optional(),
    certificateFile: path.optional(),
    tokenUrl: values.httpUrl.optional(),
  })
  .superRefine(exclude('clientSecret', 'certificateFile'))
  .superRefine(requireWith('clientSecret', 'tenantId'))
  .superRefine(requireWith('clientSecret', 'clientId'))
  .superRefine(requireWith('certificateFile', 'tenantId'))
  .superRefine(requireWith('certificateFile', 'clientId'));

/** A rule for a map: the first key requires the second. */
function requireWith<First extends string, Second extends string>(first: First, second: Second) {
  return (map: { [Key in First | Second]?: unknown }, context: z.RefinementCtx): void => {
    if (map[first] !== undefined && map[second] === undefined) {
      addRuleIssue(context, [second], `is missing: it is required for ${first}`);
    }
  };
}

/** The identity of a channel without an API key. */
export const authSchema = z.discriminatedUnion('type', [aws, google, entra], {
  error: (issue) => (issue.code === 'invalid_union' ? 'aws, google or entra' : 'a map with a type'),
});
