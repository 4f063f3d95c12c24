/** Injection token of a secret of one process: a request with it as its bearer token is the operator's. */
export const OPERATOR_KEY = Symbol('operator key');
