const CREDENTIAL = /auth|key|token|cookie|secret|password|credential|signature/i;

/** Whether the value of a header of this name is probably nobody's business. */
export function isSecretHeader(name: string): boolean {
  return CREDENTIAL.test(name);
}
