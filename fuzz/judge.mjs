/** The fault of a response; undefined if it is valid. */

const SECRETS = ['sk-mg-fuzz-', 'postgres://', 'node_modules', '/dist/libs/', '/dist/apps/'];
const STACK = /\n\s+at [\w.<>]+ \(/;

export function judge(request, answer) {
  if (answer.error !== undefined) return isRefusal(request, answer) ? undefined : answer.error;
  const { status, type, text } = answer;
  if (status >= 500) return `${status}: ${text.slice(0, 300)}`;
  if (status < 400) return undefined;
  const leak = SECRETS.find((secret) => text.includes(secret));
  if (leak !== undefined) return `an error contains ${leak}: ${text.slice(0, 300)}`;
  if (STACK.test(text)) return `an error has a stack trace: ${text.slice(0, 300)}`;
  if (request.path.startsWith('/v1') && request.method === 'POST') return judgeError(type, text);
  return undefined;
}

/** Every error of the model API is JSON with a message. */
function judgeError(type, text) {
  if (!type.startsWith('application/json'))
    return `an error comes as ${type || 'nothing'}: ${text.slice(0, 300)}`;
  const { error, message } = JSON.parse(text);
  const words = error?.message ?? message;
  if (typeof words !== 'string' || words === '') return `an error says nothing: ${text.slice(0, 300)}`;
  return undefined;
}

/** A body that is refused before its end closes the connection. */
function isRefusal(request, { error }) {
  return (request.body?.length ?? 0) > 1_000_000 && /ECONNRESET|EPIPE|other side closed/.test(error);
}
