import { type OperationRequestBase, type JsonObject, type LostField } from '#canonical';
import { type RouteHints } from '../chat-codec.js';

export interface EncodedRequest<Request, Body = JsonObject> {
  body: Body;
  /** The fields that this upstream has no parameter for. */
  lost: LostField<Request>[];
}

/** The upstream's side of an operation with one JSON body each way. All functions are pure. */
export interface UpstreamOperation<Request extends OperationRequestBase, Response, Body = JsonObject> {
  /**
   * Throws a GatewayError of kind `unsupported-parameter` that names a canonical field, if omitting it would change
   * the meaning.
   */
  encodeRequest(request: Request, upstreamModel: string): EncodedRequest<Request, Body>;
  /** Throws a GatewayError of kind `upstream-bad-response` if the body is not a response of this format. */
  decodeResponse(body: JsonObject, request: Request): Response;
}

export interface OperationContext<Request> {
  asked: Request;
  /** Unique to the request. Formats derive the ids that they generate from it. */
  requestId: string;
}

/** The client's side of an operation. All functions are pure. */
export interface ClientOperation<Request extends OperationRequestBase, Response, Body = JsonObject> {
  /** Throws a GatewayError that names the parameter. */
  decodeRequest(body: Body, hints: RouteHints): Request;
  encodeResponse(response: Response, context: OperationContext<Request>): JsonObject;
  /** The names of the canonical fields in this format, for warnings and errors. */
  readonly fieldNames: Readonly<Partial<Record<keyof Request & string, string>>>;
  /** Replaces the name of the model, if more than the member `model` must change. */
  retarget?(body: JsonObject, upstreamModel: string): JsonObject;
}
