import { access, chmod, constants, mkdir, realpath } from 'node:fs/promises';

/**
 * Creates the data folder if it is missing, and explains in one sentence why it cannot be used.
 * Returns its real path.
 */
export async function openDataDir(dataDir: string): Promise<string> {
  try {
    const made = await mkdir(dataDir, { recursive: true });
    // The database's own user must pass through. Secrets are protected file by file.
    if (made !== undefined && process.getuid?.() === 0) await chmod(dataDir, 0o711);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return await realpath(dataDir);
  } catch (error) {
    throw new Error(
      `The data folder ${dataDir} cannot be used (${(error as Error).message}). Set DATA_DIR to a folder that this user can write to.`,
      { cause: error },
    );
  }
}
