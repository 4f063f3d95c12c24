import { type Asked, GatewayError, type Lost } from '#canonical';
import { type ClientOperation } from '#wire';

type Words<Request extends Asked> = Pick<ClientOperation<Request, never, never>, 'fieldNames'>;

/** What was lost, as the client calls it; what only its own format has a word for is lost to every other. */
export function lostInClientWords<Request extends Asked>(
  lost: readonly Lost<Request>[],
  asked: Request,
  { fieldNames }: Words<Request>,
): { param: string; reason: string }[] {
  const reason = 'the upstream has no such parameter';
  return [
    ...lost.map(({ field, reason: why }) => ({ param: fieldNames[field] ?? field, reason: why })),
    ...Object.keys(asked.extensions ?? {}).map((param) => ({ param, reason })),
  ];
}

/** Encodes a request for an upstream of another format; what that refuses is refused in the client's words. */
export function translateRequest<Request extends Asked, Encoded>(
  asked: Request,
  { fieldNames }: Words<Request>,
  encode: () => Encoded,
): Encoded {
  if (asked.onlyNative !== undefined) {
    const { param, reason } = asked.onlyNative;
    throw new GatewayError(
      'unsupported-parameter',
      `"${param}" cannot be carried to this model: ${reason}.`,
      { param },
    );
  }
  try {
    return encode();
  } catch (error) {
    if (!(error instanceof GatewayError) || error.param === undefined) throw error;
    const names: Readonly<Record<string, string | undefined>> = fieldNames;
    const param = names[error.param] ?? error.param;
    throw new GatewayError(error.kind, error.message, { param, code: error.code });
  }
}
