/** As the server judges: at the bound it is reached, where a float of the share in percent falls short of it by less than anybody is shown. */
export const reaches = (value: number, bound: number, sense: 1 | -1) => Math.round((value - bound) * sense * 1e9) >= 0
