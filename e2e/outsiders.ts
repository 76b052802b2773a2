import { socialKeys } from '../packages/simulators/src/social.ts'

/** The ports of the outside parties that tests simulate, counted from the product's port. */
export const outsiderPorts = (port: number) => ({
  social: port + 1000,
  push: port + 2000,
  drive: port + 3000,
  hooks: port + 4000,
})

/** Returns the environment variables that direct the product to the simulators of outside parties. */
export function outsiders(port: number): Record<string, string> {
  const { social, push, drive, hooks } = outsiderPorts(port)
  const provider = `http://127.0.0.1:${social}`
  return {
    GOOGLE_CLIENT_ID: socialKeys.googleAppId,
    GOOGLE_LOGIN_URL: `${provider}/login/google`,
    GOOGLE_KEYS_URL: `${provider}/certs`,
    GOOGLE_TOKENINFO_URL: `${provider}/tokeninfo`,
    GOOGLE_USERINFO_URL: `${provider}/userinfo`,
    FACEBOOK_APP_ID: socialKeys.facebookAppId,
    FACEBOOK_APP_SECRET: socialKeys.facebookAppSecret,
    FACEBOOK_LOGIN_URL: `${provider}/login/facebook`,
    FACEBOOK_GRAPH_URL: `${provider}/graph`,
    GDRIVE_BASE_URL: `http://127.0.0.1:${drive}`,
    GOOGLE_OAUTH_BASE_URL: `http://127.0.0.1:${drive}`,
    WEBHOOK_ALLOWED_HOSTS: `127.0.0.1:${hooks}`,
    PUSH_ALLOWED_HOSTS: `127.0.0.1:${push}`,
  }
}
