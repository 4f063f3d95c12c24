import { type OperationRequestBase, GatewayError, type LostField } from '#canonical';
import { type ClientOperation } from '#wire';

type FieldNames<Request extends OperationRequestBase> = Pick<
  ClientOperation<Request, never, never>,
  'fieldNames'
>;

/**
 * The lost parameters by the names that the client uses. Parameters that only its own format has are lost for every
 * other format.
 */
export function toClientNames<Request extends OperationRequestBase>(
  lost: readonly LostField<Request>[],
  decoded: Request,
  { fieldNames }: FieldNames<Request>,
): { param: string; reason: string }[] {
  const reason = 'the upstream does not have this parameter';
  return [
    ...lost.map(({ field, reason: why }) => ({ param: fieldNames[field] ?? field, reason: why })),
    ...Object.keys(decoded.extensions ?? {}).map((param) => ({ param, reason })),
  ];
}

/** Encodes a request for an upstream of another format. Errors name the parameter as the client does. */
export function encodeForUpstream<Request extends OperationRequestBase, Encoded>(
  decoded: Request,
  { fieldNames }: FieldNames<Request>,
  encode: () => Encoded,
): Encoded {
  if (decoded.onlyNative !== undefined) {
    const { param, reason } = decoded.onlyNative;
    throw new GatewayError('unsupported-parameter', `"${param}" is not supported by this model: ${reason}.`, {
      param,
    });
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
