import { type Asked, type JsonObject, type Lost } from '#canonical';
import { type RouteHints } from '../chat-codec.js';

export interface EncodedRequest<Request, Body = JsonObject> {
  body: Body;
  /** What the client asked for and this upstream has no word for. */
  lost: Lost<Request>[];
}

/** The upstream's side of one operation: a document there, a document back. Pure. */
export interface UpstreamOperation<Request extends Asked, Answer, Body = JsonObject> {
  /** Throws a GatewayError of kind `unsupported-parameter`, naming a field of the hub, for what changes the meaning. */
  encodeRequest(asked: Request, upstreamModel: string): EncodedRequest<Request, Body>;
  /** Throws a GatewayError of kind `upstream-bad-response` where this is no answer. */
  decodeResponse(body: JsonObject, asked: Request): Answer;
}

export interface OperationContext<Request> {
  asked: Request;
  /** Unique to the request; ids that a format has to mint are made from it. */
  requestId: string;
}

/** The client's side of one operation. Pure. */
export interface ClientOperation<Request extends Asked, Answer, Body = JsonObject> {
  /** Throws a GatewayError that names the parameter. */
  decodeRequest(body: Body, hints: RouteHints): Request;
  encodeResponse(answer: Answer, context: OperationContext<Request>): JsonObject;
  /** What a client of this format calls a field of the hub, for warnings and refusals. */
  readonly fieldNames: Readonly<Partial<Record<keyof Request & string, string>>>;
  /** The same request for an upstream that calls the model by another name, where that takes more than its member `model`. */
  retarget?(body: JsonObject, upstreamModel: string): JsonObject;
}
