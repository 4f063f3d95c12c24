import { type CloudOutcome, type Json } from '../clouds/cloud-front.js';

/** AWS's names of failures, and their statuses (service model of bedrock-runtime, 2023-09-30). */
const STATUSES = {
  ValidationException: 400,
  AccessDeniedException: 403,
  ResourceNotFoundException: 404,
  ModelTimeoutException: 408,
  ModelErrorException: 424,
  ThrottlingException: 429,
  InternalServerException: 500,
  ServiceUnavailableException: 503,
} as const;

export type AwsError = keyof typeof STATUSES;

const NAMES_BY_STATUS: Readonly<Record<number, AwsError>> = {
  400: 'ValidationException',
  401: 'AccessDeniedException',
  403: 'AccessDeniedException',
  404: 'ResourceNotFoundException',
  408: 'ModelTimeoutException',
  413: 'ValidationException',
  429: 'ThrottlingException',
  503: 'ServiceUnavailableException',
  529: 'ServiceUnavailableException',
};

interface Failure {
  status: number;
  body: Json;
  headers: Record<string, string>;
}

export function fail(name: AwsError, message: string): Failure {
  const headers = { 'x-amzn-errortype': `${name}:http://internal.amazon.com/coral/com.amazon.bedrock/` };
  return { status: STATUSES[name], body: { message }, headers };
}

export function refuse(name: AwsError, message: string): CloudOutcome {
  return { kind: 'answer', ...fail(name, message) };
}

/** A failure of the model's vendor, as AWS returns it. */
export function convertFailure(status: number, { error }: Json): Failure {
  const { message = 'The model failed.' } = (error ?? {}) as { message?: string };
  return fail(NAMES_BY_STATUS[status] ?? 'InternalServerException', message);
}

/** Thrown by checks. */
export class Invalid extends Error {}
