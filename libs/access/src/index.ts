export { applyTokens, type IssuedToken } from './apply-tokens.js';
export { authenticate, mayUseModel } from './authenticate.js';
export { generatePassword, hashPassword } from './password.js';
export { TokenDirectory, type Token } from './token-directory.js';
export { TokenEntity } from './token.entity.js';
export { TokenRepository } from './token.repository.js';
export { UserEntity } from './user.entity.js';
export { UserRepository } from './user.repository.js';
