const CREDENTIAL = /auth|key|token|cookie|secret|password|credential|signature/i;

/** Whether a header with this name probably has a secret value. */
export function isSecretHeader(name: string): boolean {
  return CREDENTIAL.test(name);
}
