/** Props of a file input that allow choosing the same file again, for example after it was refused. */
export const allowSameFile = {
  onClick: ({ currentTarget }: React.MouseEvent<HTMLInputElement>): void => {
    currentTarget.value = '';
  },
};
