/** The injection token of a secret of this process. A request with it as bearer token is from the operator. */
export const OPERATOR_KEY = Symbol('operator key');
